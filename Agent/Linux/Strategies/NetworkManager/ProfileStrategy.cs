using IwTune.Agent.Linux.Ownership.NetworkManager;
using IwTune.Agent.Linux.SystemBus;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies.NetworkManager;

/// <summary>
/// NetworkManager's own profile carries the window: it is saved there, and applied without taking the interface down. NetworkManager keeps
/// it over its restarts and reboots, and the agent has nothing to repair.
/// </summary>
/// <param name="bus">Carries the calls to NetworkManager.</param>
/// <param name="device">The device that the route leaves by.</param>
/// <param name="time">Limits waiting.</param>
/// <param name="why">Why this way.</param>
internal sealed class ProfileStrategy(ISystemBus bus, NetworkManagerDevice device, TimeProvider time, string why) : IRouteStrategy
{
    /// <summary>NetworkManager writes routes right after it answered; a loaded machine takes a little longer.</summary>
    private static readonly TimeSpan KernelLimit = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan KernelPause = TimeSpan.FromMilliseconds(20);

    public Strategy Described { get; } = new(StrategyKind.Native, why);

    public ValueTask<Outcome> SetAsync(RouteWork work, Window wanted, CancellationToken ct) =>
        ChangeAsync(work, wanted, settings => ProfileEdit.WithWindow(settings, work.Route, wanted), ct);

    public ValueTask<Outcome> PutBackAsync(RouteWork work, Window before, CancellationToken ct) =>
        ChangeAsync(work, before, settings => ProfileEdit.PutBack(settings, work.Route, before), ct);

    public IReadOnlyList<string> ByHand(RouteWork work, Window before) => ProfileCommands.PutBack(device, work.Route, before);

    private async ValueTask<Outcome> ChangeAsync(RouteWork work, Window wanted, Func<BusValue, BusValue?> edit, CancellationToken ct)
    {
        var change = new ProfileChange(bus, device, work.TargetId, edit);
        var outcome = await change.SaveAndApplyAsync(work.Route.Window == wanted, ct);
        if (outcome is not Outcome.Applied)
            return outcome;
        if (await IsThereAsync(work, wanted))
        {
            await change.KeepAsync();
            return outcome;
        }
        await change.UndoAsync();
        return new Outcome.Failed(
            $"{work.TargetId}: NetworkManager's profile '{device.ProfileName}' accepted {wanted}, but NetworkManager made no such "
                + $"route within {KernelLimit.TotalSeconds:0} s. The profile was restored."
        );
    }

    /// <summary>NetworkManager adds the new route and then deletes the old one: for a moment there are two.</summary>
    private async Task<bool> IsThereAsync(RouteWork work, Window wanted)
    {
        var start = time.GetTimestamp();
        while (true)
        {
            if (work.Again().OfKey(work.Route.Key) is [var one] && one.Window == wanted && one.SameExceptWindow(work.Route))
                return true;
            if (time.GetElapsedTime(start) > KernelLimit)
                return false;
            await Task.Delay(KernelPause, time);
        }
    }
}
