namespace IwTune.Agent.Engine.Trials;

/// <summary>Progress of a trial.</summary>
/// <param name="Window">The window that is tried now.</param>
/// <param name="Run">Which of all runs it is, from 1.</param>
/// <param name="Runs">All runs of all windows.</param>
/// <param name="Bytes">Bytes that have arrived in this run.</param>
/// <param name="Total">Bytes that arrive in a whole run.</param>
/// <param name="Finished">The run, once it is over.</param>
internal sealed record TrialProgress(int Window, int Run, int Runs, long Bytes, long Total, TrialRun? Finished = null);
