using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Local;

namespace IwTune.Agent.Control;

/// <summary>The options of <c>iwtune run</c>.</summary>
/// <param name="StateDirectory">As in <c>--state</c>.</param>
/// <param name="Socket">As in <c>--socket</c>.</param>
/// <param name="PolicyFile">As in <c>--policy</c>; <see langword="null"/> for a host that follows a server.</param>
/// <param name="Backend">As in <c>--backend</c>; <see langword="null"/> when it was left to the settings.</param>
public sealed record DaemonOptions(string StateDirectory, string Socket, string? PolicyFile, Backend? Backend = null)
{
    /// <summary>The same, to show what the agent runs with.</summary>
    internal RunSetup Setup => new(StateDirectory, Socket, PolicyFile, Backend is not null, LocalEndpoint.Default);
}
