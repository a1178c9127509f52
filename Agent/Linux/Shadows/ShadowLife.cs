using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Linux.Shadows;

/// <summary>
/// How long a shadow lives without renewal: the dead-man switch for an agent that was killed while its owner's gateway changes. Only IPv6
/// routes can expire; stopping or starting the agent removes an IPv4 shadow.
/// </summary>
internal static class ShadowLife
{
    /// <summary>How often a living agent renews.</summary>
    public static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(30);

    private const uint Heartbeats = 2;

    /// <summary>Seconds for <c>RTA_EXPIRES</c>: never longer than the owner's route has left; 0 when it cannot expire.</summary>
    public static uint Of(RouteMessage owner)
    {
        if (owner.Key.Family != RouteNumbers.Inet6)
            return 0;
        var longest = Heartbeats * (uint)Heartbeat.TotalSeconds;
        return owner.ExpiresIn == 0 ? longest : Math.Min(owner.ExpiresIn, longest);
    }

    /// <summary>The sooner of two times, each of which may be never.</summary>
    public static TimeSpan? Sooner(TimeSpan? one, TimeSpan? other) => one is null || other < one ? other ?? one : one;

    /// <summary>When to renew next: half of what is left, so that one heartbeat may be missed.</summary>
    public static TimeSpan Next(uint life) => TimeSpan.FromSeconds(Math.Max(1, life / Heartbeats));
}
