using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>What a strategy works on: one route as it is now, and the tables around it.</summary>
/// <param name="TargetId">The target's id, for sentences.</param>
/// <param name="Route">The owner's route as it is now.</param>
/// <param name="Reading">The table it is in.</param>
/// <param name="Netlink">Asks and changes the kernel.</param>
/// <param name="Owners">Who made which route.</param>
/// <param name="Settings">What the host's administrator decided.</param>
internal sealed record RouteWork(
    string TargetId,
    RouteMessage Route,
    RouteReading Reading,
    NetlinkSocket Netlink,
    Owners Owners,
    HostSettings Settings
)
{
    /// <summary>The table as it is after something was written.</summary>
    public RouteReading Again() => RouteReading.Around(Netlink, Route.Key, Owners);

    /// <summary>The same work on the table as it is after something was written.</summary>
    public RouteWork Anew()
    {
        var reading = Again();
        return this with { Reading = reading, Route = reading.OfKey(Route.Key).Find(Route.SameExceptWindow) ?? Route };
    }
}
