namespace IwTune.Server.Features.Compliance;

/// <summary>The latest judgement of a host, as much of it as tells when the next is due.</summary>
/// <param name="By">What it was judged by.</param>
/// <param name="At">When, unix milliseconds.</param>
/// <param name="TurnsAt">When time alone may change it, staleness left aside; <see cref="long.MaxValue"/> for never.</param>
public sealed record JudgedHost(Basis By, long At, long TurnsAt);
