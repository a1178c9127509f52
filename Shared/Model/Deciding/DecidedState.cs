namespace IwTune.Shared.Model.Deciding;

/// <summary>State that must survive a restart, so that decisions continue.</summary>
/// <param name="Value">The window, segments.</param>
/// <param name="Changed">When it was last changed.</param>
/// <param name="Connections">Connections counted since the last evaluation.</param>
/// <param name="Losses">Those of them that lost some of their first flight.</param>
/// <param name="Supported">When a connection last spoke for the window; only of a learned one.</param>
public sealed record DecidedState(int Value, DateTimeOffset Changed, long Connections, long Losses, DateTimeOffset Supported);
