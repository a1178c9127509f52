using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies.Networkd;

/// <summary>
/// Beside what gives systemd-networkd's route its window now, a drop-in by which networkd does so itself from the next boot on. A running networkd
/// is not made to read it, unless the administrator wants that: it would take the link's configuration down and up again.
/// </summary>
internal sealed class NetworkdStrategy : IRouteStrategy
{
    private readonly IRouteStrategy _live;
    private readonly NetworkdUnit _unit;
    private readonly DropInFiles _files;
    private readonly Func<Window, string?> _section;

    private NetworkdStrategy(IRouteStrategy live, NetworkdUnit unit, Func<Window, string?> section, string how)
    {
        (_live, _unit, _section, _files) = (live, unit, section, new DropInFiles(unit.DropInDirectory));
        Described = live.Described with { Why = $"{live.Described.Why} {string.Format(null, how, _files.PathFor(unit.File))}" };
    }

    public Strategy Described { get; }

    /// <summary>What is done now, and the drop-in where one would change nothing but this route.</summary>
    /// <param name="route">A route that networkd made.</param>
    /// <param name="owner">Its owner.</param>
    /// <param name="live">What gives it its window now.</param>
    public static IRouteStrategy For(RouteMessage route, RouteOwner owner, IRouteStrategy live)
    {
        if (live.Described.Kind != StrategyKind.Shadow || owner.Unit is not { Shared: false } unit)
            return live;
        return owner.Source switch
        {
            RouteSource.Dhcp4 when unit.Version >= InstalledNetworkd.ReadsWindowOfLeases && route.Key.DestinationLength == 0 =>
                new NetworkdStrategy(live, unit, DropInSection.OfLease, "From the next boot on networkd itself sets it, by {0}."),
            RouteSource.Static when DropInSection.OfShadow(route, Window.Unset) is not null =>
                new NetworkdStrategy(live, unit, window => DropInSection.OfShadow(route, window), "From the next boot on networkd itself makes the shadow, by {0}."),
            _ => live,
        };
    }

    public async ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct)
    {
        var outcome = await _live.SetAsync(work, wanted, ct);
        if (outcome is not (Outcome.Applied or Outcome.AlreadyThere) || _section(wanted) is not { } section)
            return outcome;
        return _files.Change(_unit.File, drop => drop.With(work.TargetId, section)) switch
        {
            // Written is changed: the journal has to hold what it was.
            DropInOutcome.Done => new Outcome.Applied(),
            DropInOutcome.NotKept not => new Outcome.Applied($"It holds while the agent runs, and not from a boot on until the agent starts: {not.Why}."),
            _ => outcome,
        };
    }

    public async ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct)
    {
        var dropped = _files.Change(_unit.File, drop => drop.Without(target => target == work.TargetId));
        var outcome = await _live.PutBackAsync(work, before, ct);
        return (outcome, dropped) switch
        {
            (Outcome.Applied or Outcome.AlreadyThere, DropInOutcome.NotKept not) =>
                new Outcome.Failed($"It is as before until systemd-networkd starts again; then its drop-in would set the window once more, because {not.Why}. Remove the file."),
            (Outcome.AlreadyThere, DropInOutcome.Done) => new Outcome.Applied(),
            _ => outcome,
        };
    }
}
