namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>How far a measurement has come.</summary>
/// <param name="Readings">Segments that the connections so far said.</param>
/// <param name="Wanted">How many are wanted.</param>
/// <param name="Discarded">How many connections did not count.</param>
public sealed record ProbeProgress(IReadOnlyList<int> Readings, int Wanted, int Discarded);
