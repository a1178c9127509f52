using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Shadows;
using IwTune.Agent.Linux.Strategies.Networkd;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>
/// Puts a copy with a better metric and our own protocol number before the owner's route, which stays unchanged. The restore deletes the
/// copy, so it is exact whatever the owner does meanwhile.
/// </summary>
/// <param name="why">Why the route itself is not changed.</param>
/// <param name="boot">What the owner reads at the next boot; <see langword="null"/> when the agent alone sets the window.</param>
/// <param name="owners">The owner's own setting, where no drop-in sets it.</param>
internal sealed class ShadowStrategy(string why, BootDropIn? boot = null, OwnersSetting? owners = null) : IRouteStrategy
{
    public Strategy Described { get; } =
        boot is null ? new(StrategyKind.Shadow, why) { Instead = owners } : new(StrategyKind.Shadow, $"{why} {boot.Why}");

    public ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct)
    {
        var now = Set(work, wanted);
        return boot is null ? ValueTask.FromResult(now) : boot.KeepAsync(work, wanted, now, ct);
    }

    public ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct) =>
        ValueTask.FromResult<Outcome>(
            ShadowKeeping.Uncover(work.Netlink, work.Reading, work.Route) ? new Outcome.Applied() : new Outcome.AlreadyThere()
        );

    public IReadOnlyList<string> ByHand(RouteWork work, Window before) =>
        [
            .. work.Reading.ShadowsBefore(work.Route).Select(shadow => IpRouteCommand.DeleteShadow(shadow, work.Reading.NameOf)),
            .. boot?.ByHand(work.TargetId) ?? [],
        ];

    private static Outcome Set(RouteWork work, Window wanted)
    {
        var owner = work.Route;
        if (owner.HasExpired)
            return new Outcome.Refused($"{work.TargetId} has expired and is about to be removed by the kernel.");
        var shadow = work.Reading.ShadowOf(owner);
        if ((shadow ?? owner).Window == wanted)
            return new Outcome.AlreadyThere();
        if (wanted == owner.Window)
            return ShadowKeeping.Uncover(work.Netlink, work.Reading, owner) ? new Outcome.Applied() : new Outcome.AlreadyThere();
        if (shadow is null)
            ShadowKeeping.Uncover(work.Netlink, work.Reading, owner);
        var error = shadow is null
            ? ShadowRows.Create(work.Netlink, work.TargetId, owner, wanted)
            : ShadowRows.Replace(work.Netlink, work.TargetId, owner, shadow, wanted);
        return error is null ? ReadBack(work, wanted) : Rejected(work.TargetId, error);
    }

    private static Outcome ReadBack(RouteWork work, Window wanted)
    {
        var again = work.Again();
        var owner = again.OfKey(work.Route.Key).Find(work.Route.SameExceptWindow);
        if (owner is not null && again.ShadowOf(owner)?.Window == wanted)
            return new Outcome.Applied();
        ShadowKeeping.Uncover(work.Netlink, again, work.Route);
        return new Outcome.Failed(
            $"{work.TargetId}: its shadow with {wanted} read back differently and was removed. Another program "
                + "changed the route at the same time; plan again."
        );
    }

    private static Outcome.Failed Rejected(string id, NetlinkError error) =>
        new(
            error.Errno switch
            {
                LibC.EEXIST =>
                    $"Another program added a route with the metric that a shadow of {id} needs; nothing was written. Plan again.",
                LibC.ENOENT => $"The shadow of {id} was removed during the change; nothing was written. Plan again.",
                _ => $"Adding a shadow of {id}: the kernel answered {error}; nothing was written.",
            }
        );
}
