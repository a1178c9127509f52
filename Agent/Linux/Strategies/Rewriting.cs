using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Strategies.Networkd;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>
/// Takes runs of steps that only rewrite routes in place. All of a run are compared with one reading, sent together, and read back by
/// another.
/// </summary>
/// <param name="netlink">Asks and changes the kernel.</param>
/// <param name="owners">Who made which route.</param>
internal sealed class Rewriting(NetlinkSocket netlink, Owners owners)
{
    private readonly HashSet<string> _inDropIns = owners.Networkd.DropInDirectory is { } directory
        ? new DropInFiles(directory).Targets()
        : [];
    private RouteReading _reading = RouteReading.All(netlink, owners);
    private bool _outdated;

    /// <summary>Something else was written: the next run is compared with a new reading.</summary>
    public void Outdate() => _outdated = true;

    /// <summary>Takes the next steps as far as they are rewrites.</summary>
    /// <param name="steps">All steps.</param>
    /// <param name="outcomes">The outcomes of the steps taken so far; gets those of the run.</param>
    /// <returns><see langword="false"/> when the next step is something else, which is left alone.</returns>
    public bool Take(IReadOnlyList<Step> steps, List<Outcome> outcomes)
    {
        if (Next(steps[outcomes.Count]) is null)
            return false;
        if (_outdated)
            _reading = RouteReading.All(netlink, owners);
        _outdated = false;
        var run = new List<Rewrite>();
        while (outcomes.Count + run.Count < steps.Count && Next(steps[outcomes.Count + run.Count]) is { } rewrite)
            run.Add(rewrite);
        outcomes.AddRange(Write(run));
        return run.Count > 0;
    }

    /// <summary>The rewrite that is all of this step; <see langword="null"/> when it needs more, or must be refused.</summary>
    private Rewrite? Next(Step step)
    {
        var planned = RouteMessage.Read(step.Target.Raw);
        if (
            _reading.OfKey(planned.Key) is not [var route]
            || _reading.StrategyFor(route) is not InPlaceStrategy
            || !route.SameExceptWindow(planned)
        )
            return null;
        // The longer path restores what an earlier strategy left, and what an owner was given.
        var more =
            _reading.ShadowsBefore(route).Count > 0
            || _inDropIns.Contains(step.Target.Id)
            || step.Target.LastSet is { By: not StrategyKind.InPlace };
        return more ? null : new Rewrite(step.Target.Id, route, step is Step.PutBack back ? back.Before.Window : ((Step.Set)step).Wanted);
    }

    private IEnumerable<Outcome> Write(List<Rewrite> run)
    {
        var written = run.FindAll(rewrite => !rewrite.IsNeedless);
        var errors = netlink.ChangeAll($"changing {written.Count} routes", written.ConvertAll(rewrite => rewrite.Request));
        if (written.Count > 0)
            _reading = RouteReading.All(netlink, owners);
        var at = 0;
        return
        [
            .. run.Select(rewrite =>
                rewrite.IsNeedless ? new Outcome.AlreadyThere()
                : errors[at++] is { } error ? rewrite.Rejected(error)
                : rewrite.ReadBack(_reading)
            ),
        ];
    }
}
