namespace IwTune.Shared.Wire;

/// <summary>The latest rehearsal of a rollback on a host: on a scratch route that no connection uses.</summary>
/// <param name="At">When, by the host's clock.</param>
/// <param name="Problem">What went wrong, as a sentence; empty when everything was restored.</param>
public sealed record RehearsedRollback(DateTimeOffset At, string Problem);
