using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies.Networkd;

/// <summary>
/// The drop-in by which systemd-networkd itself gives a route its window from the next boot on, beside the shadow that does now.
/// A running networkd is not made to read it: that would take down and up whatever it configured on the link.
/// </summary>
internal sealed class BootDropIn
{
    private readonly NetworkdUnit _unit;
    private readonly DropInFiles _files;
    private readonly Func<Window, string?> _section;

    private BootDropIn(NetworkdUnit unit, string how, Func<Window, string?> section)
    {
        (_unit, _section, _files) = (unit, section, new DropInFiles(unit.DropInDirectory));
        Why = $"From a boot on {how}, by {_files.PathFor(unit.File)}.";
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
            RouteSource.Dhcp4 when unit.Version >= InstalledNetworkd.ReadsWindowOfLeases && route.Key.DestinationLength == 0 =>
                new(unit, "systemd-networkd sets it itself", DropInSection.OfLease),
            RouteSource.Static when DropInSection.OfShadow(route, Window.Unset) is not null =>
                new(unit, "systemd-networkd makes that copy itself", window => DropInSection.OfShadow(route, window)),
            _ => null,
        };
    }

    /// <summary>Writes it.</summary>
    /// <param name="targetId">Whose window it is.</param>
    /// <param name="wanted">The window.</param>
    /// <param name="now">What became of the shadow.</param>
    public Outcome Keep(string targetId, Window wanted, Outcome now)
    {
        if (now is not (Outcome.Applied or Outcome.AlreadyThere) || _section(wanted) is not { } section)
            return now;
        return _files.Change(_unit.File, drop => drop.With(targetId, section)) switch
        {
            // Something was written, so the journal has to hold what was there before.
            DropInOutcome.Done => new Outcome.Applied(),
            DropInOutcome.NotKept not => new Outcome.Applied($"It holds now, and from a boot on only once the agent has started: {not.Why}."),
            _ => now,
        };
    }

    /// <summary>The commands that take it away.</summary>
    public IReadOnlyList<string> ByHand(string targetId) => _files.Of(_unit.File)[targetId] is null ? [] : [DropInFiles.RemovalOf(_files.PathFor(_unit.File))];

    /// <summary>Takes it away.</summary>
    public Outcome Drop(string targetId, Outcome now)
    {
        var dropped = _files.Change(_unit.File, drop => drop.Without(target => target == targetId));
        return (now, dropped) switch
        {
            (Outcome.Applied or Outcome.AlreadyThere, DropInOutcome.NotKept not) when _files.Of(_unit.File)[targetId] is not null => new Outcome.Failed(
                $"It is as it was, but from a boot on systemd-networkd would give it our window again: {not.Why}. Remove that file."),
            (Outcome.AlreadyThere, DropInOutcome.Done) => new Outcome.Applied(),
            _ => now,
        };
    }
}
