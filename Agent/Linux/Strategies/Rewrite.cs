using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>A route that gets another window in place: what is sent, and what the table must show afterwards.</summary>
/// <param name="TargetId">The target's id, for sentences.</param>
/// <param name="Route">The route as it is.</param>
/// <param name="Wanted">The window it gets.</param>
internal sealed record Rewrite(string TargetId, RouteMessage Route, Window Wanted)
{
    /// <summary>
    /// True when it has the window: even a rewrite that changes nothing makes the kernel forget the path MTUs it learned under the route.
    /// </summary>
    public bool IsNeedless => Route.Window == Wanted;

    /// <summary>For errors.</summary>
    public string Tried => $"changing {TargetId}";

    /// <summary>The message for the kernel.</summary>
    public byte[] Request => Route.ReplaceRequest(Wanted);

    /// <summary>What the kernel's refusal means.</summary>
    /// <exception cref="HostUnsupportedException">This process may not write routes.</exception>
    public Outcome.Failed Rejected(NetlinkError error) =>
        error.IsPermission
            ? throw Privilege.Missing(Tried)
            : new Outcome.Failed(
                error.Errno == LibC.ENOENT
                    ? $"{TargetId} was removed during the change; nothing was written. Plan again."
                    : $"Changing {TargetId}: the kernel answered {error}; nothing was written."
            );

    /// <summary>Its outcome, by a reading that was made after it was written.</summary>
    public Outcome ReadBack(RouteReading reading)
    {
        var after = reading.OfKey(Route.Key);
        return after is [var first, ..] && first.SameExceptWindow(Route) && first.Window == Wanted
            ? new Outcome.Applied()
            : new Outcome.Failed(
                $"{TargetId} was set to {Wanted}, but reads back as "
                    + $"{(after.Count == 0 ? "no such route" : string.Join(", ", after.Select(route => route.Window)))}. Another program "
                    + "changed it at the same time; plan again."
            );
    }
}
