using System.Net;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Ports;

/// <summary>What the ports of a host are opened with.</summary>
public sealed record HostOptions
{
    /// <summary>What the host's administrator decided; asked at every use, because a daemon reads the file again.</summary>
    public Func<HostSettings> Settings { get; init; } = () => HostSettings.Default;

    /// <summary>Where the agent remembers; <see langword="null"/> for a verb that needs no memory and changes nothing.</summary>
    public StateDirectory? State { get; init; }

    /// <summary>True for the daemon: what lives only as long as its process can be set.</summary>
    public bool Stays { get; init; }

    /// <summary>Where fresh connections may go to be measured; asked at every measurement.</summary>
    public Func<IReadOnlyList<IPEndPoint>> Peers { get; init; } = () => [];
}
