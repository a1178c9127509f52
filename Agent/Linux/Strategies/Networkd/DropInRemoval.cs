using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies.Networkd;

/// <summary>
/// Removes the section of a drop-in for a target that is restored, and the routes that a networkd made which has read it already.
/// </summary>
internal static class DropInRemoval
{
    private const string Remembers =
        "systemd-networkd has read the drop-in and keeps its settings until it restarts; 'networkctl reload' drops them at once.";

    /// <param name="work">The route, its shadow removed.</param>
    /// <param name="before">The window it had before us.</param>
    /// <param name="now">The outcome of the shadow.</param>
    /// <param name="ct">Ends a wait for networkd.</param>
    public static async ValueTask<Outcome> TakeAwayAsync(RouteWork work, Window before, Outcome now, CancellationToken ct)
    {
        var networkd = work.Owners.Networkd;
        if (networkd.DropInDirectory is not { } directory || now is not (Outcome.Applied or Outcome.AlreadyThere))
            return now;
        var files = new DropInFiles(directory);
        var said = files.Saying(work.TargetId);
        switch (files.Forget(work.TargetId))
        {
            case DropInOutcome.NotKept not:
                return new Outcome.Failed(
                    $"The route is restored, but systemd-networkd would set our window again at the next boot: {not.Why}. Remove that file."
                );
            case DropInOutcome.AlreadyThere:
                return now;
            default:
                return await ForgottenAsync(work, before, said, ct);
        }
    }

    private static async ValueTask<Outcome> ForgottenAsync(RouteWork work, Window before, string? said, CancellationToken ct)
    {
        var networkd = work.Owners.Networkd;
        if (work.Settings.ReloadNetworkd && networkd.Running is { } running)
        {
            var trouble = await running.ReloadAsync(work.Route.OutInterface, () => IsBare(work, before), ct);
            return new Outcome.Applied(trouble is null ? "" : $"{trouble}. {Remembers}");
        }
        // Read at boot, [DHCPv4] has written our window into networkd's own route: there is no shadow to remove.
        if (work.Route.Window != before && said == DropInSection.OfLease(work.Route.Window))
        {
            var taken = await new InPlaceStrategy("").PutBackAsync(work.Anew(), before, ct);
            return taken is Outcome.Applied ? new Outcome.Applied(Remembers) : taken;
        }
        return new Outcome.Applied(networkd.MadeShadow(work.Route) ? Remembers : "");
    }

    private static bool IsBare(RouteWork work, Window before)
    {
        var again = work.Anew();
        return again.Reading.OfKey(work.Route.Key).Count > 0 && again.Reading.ShadowOf(again.Route) is null && again.Route.Window == before;
    }
}
