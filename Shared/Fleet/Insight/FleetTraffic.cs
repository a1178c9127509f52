using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Insight;

/// <summary>What production connections of a host look like: the answer to <see cref="FleetPaths.HostTraffic"/>.</summary>
/// <param name="HostId">The host.</param>
/// <param name="HostName">Its name.</param>
/// <param name="Days">How many days back, today included; a day is one of UTC.</param>
/// <param name="Sum">All targets together; <see langword="null"/> when nothing was reported in these days.</param>
/// <param name="Targets">Each target, those with most connections first.</param>
/// <param name="Latest">The latest times reported, one for each target, of any age, those with most connections first.</param>
public sealed record HostTraffic(
    string HostId,
    string HostName,
    int Days,
    TrafficTime? Sum,
    IReadOnlyList<TargetTrafficTime> Targets,
    IReadOnlyList<TargetTrafficTime> Latest
);

/// <summary>Connections of some time.</summary>
/// <param name="Since">When the earliest of it begins.</param>
/// <param name="Until">When the latest of it ends: how old it is.</param>
/// <param name="Sampled">True when, at some time of it, more connections closed than the agent could examine.</param>
/// <param name="Profile">The connections.</param>
public sealed record TrafficTime(DateTimeOffset Since, DateTimeOffset Until, bool Sampled, TrafficProfile Profile);

/// <summary>Connections over one target.</summary>
/// <param name="TargetId">The target.</param>
/// <param name="Time">When, and what.</param>
public sealed record TargetTrafficTime(string TargetId, TrafficTime Time);

/// <summary>What production connections of several hosts look like: the answer to <see cref="FleetPaths.Traffic"/>.</summary>
/// <param name="Days">How many days back, today included; a day is one of UTC.</param>
/// <param name="Groups">The hosts in the requested groups; one group when none was requested.</param>
public sealed record FleetTraffic(int Days, IReadOnlyList<TrafficGroup> Groups);

/// <summary>Hosts that belong together, and what their connections look like.</summary>
/// <param name="Name">The label's value or the policy's name; empty for hosts without, or when there is one group only.</param>
/// <param name="Hosts">How many hosts it has.</param>
/// <param name="Telling">How many of them reported connections in these days.</param>
/// <param name="Sum">Their connections; <see langword="null"/> when none were reported.</param>
public sealed record TrafficGroup(string Name, int Hosts, int Telling, TrafficTime? Sum);
