using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Linux.SystemBus;

namespace IwTune.Agent.Linux;

/// <summary>Where the programs of a host keep what the agent reads and writes.</summary>
internal sealed record HostPlaces
{
    /// <summary>The daemons' state, <c>/run</c>; empty when they are in another network namespace than the agent.</summary>
    public required string RunDirectory { get; init; }

    /// <summary>Where the system's bus listens.</summary>
    public string Bus { get; init; } = BusAddress.OfSystem;

    /// <summary>Where an administrator configures systemd-networkd.</summary>
    public string NetworkdDirectory { get; init; } = "/etc/systemd/network";

    /// <summary>The version of the systemd-networkd that will read it; <see langword="null"/> when it is not known.</summary>
    public Func<int?> NetworkdVersion { get; init; } = new InstalledNetworkd().Version;

    /// <summary>The places of this host, for the namespace of this thread.</summary>
    public static HostPlaces Here() => new() { RunDirectory = OwnNamespace.IsInits() ? "/run" : "" };
}
