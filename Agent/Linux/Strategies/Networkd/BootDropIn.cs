using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies.Networkd;

/// <summary>
/// The drop-in by which systemd-networkd itself gives a route its window from the next boot on; until then the shadow does. A running
/// networkd is made to read it only if the administrator allows that, because networkd removes what it configured on the link and makes it
/// anew.
/// </summary>
internal sealed class BootDropIn
{
    private readonly NetworkdUnit _unit;
    private readonly DropInFiles _files;
    private readonly Func<Window, string?> _section;

    private BootDropIn(NetworkdUnit unit, string how, Func<Window, string?> section)
    {
        (_unit, _section, _files) = (unit, section, new DropInFiles(unit.DropInDirectory));
        Why = $"Setting it also writes {_files.PathFor(unit.File)}: from the next boot on, {how}.";
    }

    /// <summary>What it does and where it is, as a sentence.</summary>
    public string Why { get; }

    /// <returns><see langword="null"/> when a drop-in would change more than this route, or could not express it.</returns>
    public static BootDropIn? For(RouteMessage route, RouteOwner owner)
    {
        if (owner.Unit is not { Shared: false } unit)
            return null;
        return owner.Source switch
        {
            RouteSource.Dhcp4 when unit.Version >= InstalledNetworkd.ReadsWindowOfLeases && route.Key.DestinationLength == 0 => new(
                unit,
                "systemd-networkd sets it itself",
                DropInSection.OfLease
            ),
            RouteSource.Static when DropInSection.OfShadow(route, Window.Unset) is not null => new(
                unit,
                "systemd-networkd makes that copy itself",
                window => DropInSection.OfShadow(route, window)
            ),
            _ => null,
        };
    }

    /// <summary>Writes it.</summary>
    /// <param name="work">The route.</param>
    /// <param name="wanted">The required window.</param>
    /// <param name="now">The outcome of the shadow.</param>
    /// <param name="ct">Ends a wait for networkd.</param>
    public async ValueTask<Outcome> KeepAsync(RouteWork work, Window wanted, Outcome now, CancellationToken ct)
    {
        if (now is not (Outcome.Applied or Outcome.AlreadyThere) || _section(wanted) is not { } section)
            return now;
        switch (_files.Change(_unit.File, drop => drop.With(work.TargetId, section)))
        {
            case DropInOutcome.NotKept not:
                return new Outcome.Applied($"The window is set now; after a boot it is set only once the agent has started: {not.Why}.");
            case DropInOutcome.Done when work.Settings.ReloadNetworkd:
                var trouble = _unit.Running is { } networkd
                    ? await networkd.ReloadAsync(work.Route.OutInterface, () => Gives(work, wanted), ct)
                    : "systemd-networkd could not reload it now, because there is no system bus";
                return new Outcome.Applied(trouble is null ? "" : $"The drop-in takes effect at the next boot: {trouble}.");
            // A file was written, so the journal must hold what was there before.
            case DropInOutcome.Done:
                return new Outcome.Applied();
            default:
                return now;
        }
    }

    /// <summary>The commands that remove it.</summary>
    public IReadOnlyList<string> ByHand(string targetId) =>
        _files.Of(_unit.File)[targetId] is null ? [] : [DropInFiles.RemovalOf(_files.PathFor(_unit.File))];

    private static bool Gives(RouteWork work, Window wanted)
    {
        var again = work.Anew();
        return again.Reading.OfKey(work.Route.Key).Count > 0 && (again.Reading.ShadowOf(again.Route) ?? again.Route).Window == wanted;
    }
}
