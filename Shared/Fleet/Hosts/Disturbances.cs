using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Hosts;

/// <summary>Who changes windows that are not theirs: the answer to <see cref="FleetPaths.Disturbances"/>.</summary>
/// <param name="Days">How many days back, today included; a day is one of UTC.</param>
/// <param name="Writers">Each writer, the one with most repairs first.</param>
public sealed record FleetDisturbances(int Days, IReadOnlyList<Disturber> Writers);

/// <summary>A writer and what it did, summed over hosts.</summary>
/// <param name="Writer">As hosts name it: <c>NetworkManager</c>; empty when they could not determine it.</param>
/// <param name="Hosts">Hosts it did it on.</param>
/// <param name="Changes">How often a target was found changed.</param>
/// <param name="Repairs">How often one was set again.</param>
/// <param name="Fights">How often a host gave up.</param>
/// <param name="Last">The latest of them, by the host's clock.</param>
/// <param name="ByDay">The same of each day that has any, the latest first.</param>
public sealed record Disturber(
    string Writer,
    int Hosts,
    long Changes,
    long Repairs,
    long Fights,
    DateTimeOffset Last,
    IReadOnlyList<DisturbedDay> ByDay
);

/// <summary>One day of a writer.</summary>
/// <param name="Day">The day, UTC.</param>
/// <param name="Hosts">Hosts it changed something on.</param>
/// <param name="Changes">How often a target was found changed.</param>
/// <param name="Repairs">How often one was set again.</param>
/// <param name="Fights">How often a host gave up.</param>
public sealed record DisturbedDay(DateOnly Day, int Hosts, long Changes, long Repairs, long Fights);

/// <summary>Who changes the windows of one host: the answer to <see cref="FleetPaths.HostDisturbances"/>.</summary>
/// <param name="HostId">The host.</param>
/// <param name="HostName">Its name.</param>
/// <param name="Days">How many days back, today included; a day is one of UTC.</param>
/// <param name="Targets">Each target and writer on each day, the latest day first, then the one with most repairs.</param>
public sealed record HostDisturbances(string HostId, string HostName, int Days, IReadOnlyList<DisturbedTarget> Targets);

/// <summary>What one writer did to one target on one day.</summary>
/// <param name="Day">The day, UTC.</param>
/// <param name="Target">As in <see cref="TargetState.Id"/>; empty when the host did not report it as data.</param>
/// <param name="Writer">As the host names it; empty when it could not determine it.</param>
/// <param name="Changes">How often the target was found changed.</param>
/// <param name="Repairs">How often it was set again.</param>
/// <param name="Fights">How often the host gave up.</param>
/// <param name="Last">The latest of them, by the host's clock.</param>
public sealed record DisturbedTarget(
    DateOnly Day,
    string Target,
    string Writer,
    long Changes,
    long Repairs,
    long Fights,
    DateTimeOffset Last
);
