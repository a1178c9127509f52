using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Strategies;

/// <summary>
/// The last of several routes of one key, made anew in its place with another window, because the kernel's replace hits the first. The new
/// one stands before the old one goes: no moment and no error leaves the destination without it.
/// </summary>
internal static class Remake
{
    public static Outcome Write(RouteWork work, Window window)
    {
        var rewrite = new Rewrite(work.TargetId, work.Route, window);
        if (work.Netlink.Change(rewrite.Tried, work.Route.AppendRequest(window)) is { } refused)
            return rewrite.Rejected(refused);
        if (work.Netlink.Change(rewrite.Tried, work.Route.DeleteRequest(work.Route.Window)) is not { } error)
            return ReadBack(work, window);
        work.Netlink.Change(rewrite.Tried, work.Route.DeleteRequest(window)); // its owner has removed it, or it stays as it was
        return rewrite.Rejected(error);
    }

    private static Outcome ReadBack(RouteWork work, Window window)
    {
        var (before, after) = (work.Reading.OfKey(work.Route.Key), work.Again().OfKey(work.Route.Key));
        return after.Count == before.Count && after[^1].SameExceptWindow(work.Route) && after[^1].Window == window
            ? new Outcome.Applied()
            : new Outcome.Failed(
                $"{work.TargetId} was made anew with {window}, but the routes of its key read back as "
                    + $"{string.Join(", ", after.Select(route => route.Window))}. Another program changed them at the same time; plan "
                    + "again."
            );
    }
}
