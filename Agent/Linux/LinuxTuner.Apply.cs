using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

public sealed partial class LinuxTuner
{
    /// <inheritdoc/>
    public ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct) => AloneAsync($"changing {step.Target.Id}", async netlink =>
    {
        var owners = await _oracle.ReadAsync(ct);
        var planned = RouteMessage.Read(step.Target.Raw);
        var reading = RouteReading.Around(netlink, planned.Key, owners);
        return step switch
        {
            Step.Set set => await SetAsync(Work(netlink, owners, reading, step, planned), planned, set, ct),
            Step.PutBack back => await PutBackAsync(Work(netlink, owners, reading, step, planned), planned, back, ct),
            _ => throw new ArgumentOutOfRangeException(nameof(step), step, "an unknown kind of step"),
        };
    }, ct);

    private static async ValueTask<Outcome> SetAsync(RouteWork? work, RouteMessage planned, Step.Set step, CancellationToken ct)
    {
        if (work is null)
            return new Outcome.Refused($"The route to {planned} is gone; plan again.");
        var strategy = work.Reading.StrategyFor(work.Route);
        if (strategy is not ReportOnlyStrategy && !work.Route.SameExceptWindow(planned))
            return new Outcome.Refused($"{step.Target.Id} is no longer the route it was when this was planned; plan again.");
        return await strategy.SetAsync(work, step.Wanted, ct);
    }

    private static async ValueTask<Outcome> PutBackAsync(RouteWork? work, RouteMessage planned, Step.PutBack step, CancellationToken ct)
    {
        if (work is null)
            return new Outcome.AlreadyThere();
        var strategy = work.Reading.StrategyFor(work.Route);
        // Somebody made the route anew since it was planned, without a window: nothing of ours is left in it to undo.
        if (strategy is InPlaceStrategy && work.Route.Window.IsUnset && !work.Route.SameExceptWindow(planned))
            return new Outcome.AlreadyThere();
        return await strategy.PutBackAsync(work, step.Before.Window, ct);
    }

    /// <returns><see langword="null"/> when no route has the key any more.</returns>
    private RouteWork? Work(NetlinkSocket netlink, Owners owners, RouteReading reading, Step step, RouteMessage planned)
    {
        var found = reading.OfKey(planned.Key);
        return found.Count == 0 ? null : new RouteWork(step.Target.Id, found.Find(planned.SameExceptWindow) ?? found[0], reading, netlink, owners, options.Settings());
    }
}
