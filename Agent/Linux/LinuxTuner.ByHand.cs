using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Linux.Strategies.Networkd;
using IwTune.Agent.Linux.Stripes;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

/// <summary>The restore as commands of the system.</summary>
public sealed partial class LinuxTuner
{
    /// <summary>
    /// The commands by which a person restores these targets and removes whatever else of ours is left, without the agent.
    /// </summary>
    /// <param name="managed">Those with a before-image.</param>
    /// <param name="ct">Ends a wait for an owner that does not answer.</param>
    /// <exception cref="TunerUnavailableException">The routes cannot be read.</exception>
    public ValueTask<IReadOnlyList<ManualUndo>> ByHandAsync(IReadOnlyList<Target> managed, CancellationToken ct) =>
        AloneAsync(
            "reading the routes",
            async netlink =>
            {
                var owners = await Oracle.ReadAsync(ct);
                var reading = RouteReading.All(netlink, owners);
                var said = new HashSet<string>(StringComparer.Ordinal);
                var undo = new List<ManualUndo>();
                foreach (var target in managed)
                    Add(target.Id, OfTarget(netlink, owners, reading, target));
                Add("what belongs to no route", LeftBehind(owners, reading));
                Add("the experiment", StripeRows.ByHand(netlink));
                return (IReadOnlyList<ManualUndo>)undo;

                void Add(string subject, IEnumerable<string> lines)
                {
                    if (lines.Where(said.Add).ToList() is { Count: > 0 } anew)
                        undo.Add(new ManualUndo(subject, anew));
                }
            },
            ct
        );

    private List<string> OfTarget(NetlinkSocket netlink, Owners owners, RouteReading reading, Target target)
    {
        if (target.Original is not { } before)
            return [];
        if (_bpf is not null || target.Container is not null)
            return target.OwnersWindow is null
                ? []
                : [$"# no route was written; the window of {target.Id} ends with the agent: systemctl stop iwtune"];
        var planned = RouteMessage.Read(target.Raw);
        var lines = reading.ShadowsBefore(planned).Select(shadow => IpRouteCommand.DeleteShadow(shadow, reading.NameOf)).ToList();
        if (Work(netlink, owners, reading, new Step.PutBack(target, before), planned) is not { } work)
            return lines;
        var strategy = reading.StrategyFor(work.Route);
        if (FormerlyUnowned.IsStill(strategy, work, target, before.Window))
            lines.AddRange(FormerlyUnowned.ByHand(work, before.Window));
        if (!RouteSteps.IsOwnersAgain(strategy, work.Route, planned, target) || strategy is ShadowStrategy)
            lines.AddRange(strategy.ByHand(work, before.Window));
        return lines;
    }

    private static IEnumerable<string> LeftBehind(Owners owners, RouteReading reading) =>
        [
            .. reading.Shadows.Select(shadow => IpRouteCommand.DeleteShadow(shadow, reading.NameOf)),
            .. owners.Networkd.DropInDirectory is { } directory ? new DropInFiles(directory).ByHand() : [],
        ];
}
