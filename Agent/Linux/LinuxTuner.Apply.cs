using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Linux.Routes;
using IwTune.Agent.Linux.Strategies;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux;

public sealed partial class LinuxTuner
{
    /// <inheritdoc/>
    public ValueTask<Outcome> ApplyAsync(Step step, CancellationToken ct) =>
        AloneAsync($"changing {step.Target.Id}", async netlink => await TakeAsync(netlink, await Oracle.ReadAsync(ct), step, ct), ct);

    private async ValueTask<Outcome> TakeAsync(NetlinkSocket netlink, Owners owners, Step step, CancellationToken ct)
    {
        if (step.Target.Container is not null)
            return _bpf?.Containers.Apply(step) ?? ContainerBackend.Without(step);
        if (_bpf is not null)
            return _bpf.Apply(step, RouteReading.All(netlink, owners).Targets(_lastAuthors.Of));
        var planned = RouteMessage.Read(step.Target.Raw);
        var reading = RouteReading.Around(netlink, planned.Key, owners);
        if (Work(netlink, owners, reading, step, planned) is not { } work)
            return RouteSteps.Gone(netlink, reading, step, planned);
        return step switch
        {
            Step.Set set => await RouteSteps.SetAsync(work, planned, set, ct),
            Step.PutBack back => await RouteSteps.PutBackAsync(work, planned, back, ct),
            _ => throw new ArgumentOutOfRangeException(nameof(step), step, "an unknown kind of step"),
        };
    }

    /// <returns><see langword="null"/> when no route has the key any more.</returns>
    private RouteWork? Work(NetlinkSocket netlink, Owners owners, RouteReading reading, Step step, RouteMessage planned)
    {
        var found = reading.OfKey(planned.Key).FindAll(route => !route.IsShadow);
        if (found.Count == 0)
            return null;
        // Another program's may differ in the window alone.
        var route = found.Find(IsAsPlanned) ?? found.Find(planned.SameExceptWindow) ?? found[0];
        return new RouteWork(step.Target.Id, route, reading, netlink, owners, options.Settings());

        bool IsAsPlanned(RouteMessage now) => planned.SameExceptWindow(now) && planned.Window == now.Window;
    }
}
