using System.Net;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Ports;

/// <summary>The options with which the ports of a host are opened.</summary>
public sealed record HostOptions
{
    /// <summary>What the host's administrator decided; read at every use, because a daemon reads the file again.</summary>
    public Func<HostSettings> Settings { get; init; } = () => HostSettings.Default;

    /// <summary>Where the agent keeps its state; <see langword="null"/> for a verb that needs none and changes nothing.</summary>
    public StateDirectory? State { get; init; }

    /// <summary>True for the daemon: it can set what lives only as long as its process.</summary>
    public bool Stays { get; init; }

    /// <summary>The peers of fresh connections for measurements; read at every measurement.</summary>
    public Func<IReadOnlyList<IPEndPoint>> Peers { get; init; } = () => [];
}
