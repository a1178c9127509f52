namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>Progress of a measurement.</summary>
/// <param name="Readings">Segments that the connections so far showed.</param>
/// <param name="Wanted">How many are required.</param>
/// <param name="Discarded">How many connections did not count.</param>
public sealed record ProbeProgress(IReadOnlyList<int> Readings, int Wanted, int Discarded);
