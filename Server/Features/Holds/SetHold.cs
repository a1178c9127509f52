using System.Globalization;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Holds;

/// <summary>
/// Holds hosts at their present required content. The content is copied, so that no later change of policies, assignments, labels or
/// rollouts reaches them: what an administrator stopped must not start again with the next change of something else.
/// </summary>
internal static class SetHold
{
    public const int Shown = 100;
    private const long Least = 60,
        Most = 366L * 24 * 3600;

    public static async Task<HostsOutcome<HoldReply>> RunAsync(Publisher by, HoldRequest request)
    {
        var (scope, wrong) = AskedHosts.Read(request.Host, request.Selector);
        var problems = wrong.Concat(Publish.ReasonProblems(request.Reason)).ToList();
        if (request.ForSeconds is < Least or > Most)
            problems.Add(
                new(
                    "forSeconds",
                    $"{request.ForSeconds}",
                    $"is between {Least} and {Most} (366 days), or left out to hold until the release",
                    0,
                    0
                )
            );
        if (scope is null || problems.Count > 0)
            return HostsOutcome<HoldReply>.Wrong(problems);
        var outcome = await by.Database.WriteAsync(write => InAsync(write, by, scope, request));
        if (outcome.Reply is not null)
            await by.Requirements.ReloadAsync();
        return outcome;
    }

    private static async Task<HostsOutcome<HoldReply>> InAsync(DbSession write, Publisher by, AskedHosts scope, HoldRequest request)
    {
        // Within the transaction: a publication is either before, and then it is what the host is pinned to, or after, and then it is kept
        // off.
        var set = await Requirements.ReadAsync(write);
        var hosts = scope.In(by);
        if (hosts.Count == 0)
            return HostsOutcome<HoldReply>.Wrong(scope.NoMatch(by.Scope));
        if (BeyondScope.Problem(by.Scope, hosts) is { } beyond)
            return HostsOutcome<HoldReply>.Wrong(beyond);
        var free = hosts.Where(host => set.PinOf(host.Id) is null).ToList();
        if (free.Count == 0)
            return HostsOutcome<HoldReply>.NothingToDo(Already(hosts, set));
        if (HalfOfFleet.Problem(free.Count, by.Fleet, request.Confirm) is { } unsaid)
            return HostsOutcome<HoldReply>.Wrong(unsaid);

        var hold = new HoldState(
            by.Actor,
            Clock.At(by.Clock.Now()),
            request.ForSeconds is { } seconds ? Clock.At(by.Clock.Now()).AddSeconds(seconds) : null,
            request.Reason.Trim()
        );
        var act = by.Clock.NewId();
        var held = new List<HeldHost>(free.Count);
        foreach (var same in free.GroupBy(host => set.For(host.Identity).Digest, StringComparer.Ordinal))
        {
            var content = new PublishedContent(set.For(same.First().Identity).Content, same.Key);
            await HoldWrites.KeepContentAsync(write, content);
            held.AddRange(await HoldWrites.InsertAsync(write, by.Clock, act, [.. same], hold, content));
        }
        await Requirements.AdvanceAsync(write);
        var until = hold.Until is { } end
            ? $" until {end.UtcDateTime.ToString("yyyy-MM-dd HH:mm'Z'", CultureInfo.InvariantCulture)}"
            : " until the release";
        await AuditLog.AppendAsync(
            write,
            by.Clock,
            by.Actor,
            HoldActions.Set,
            scope.Subject(free),
            $"{HeldHost.Named(held, scope.Selector?.ToString())} held{until}: {Pinned(held)}. Nothing that is published, assigned or "
                + $"labelled reaches a held host.",
            hold.Reason
        );
        var shown = hosts
            .Take(Shown)
            .Select(host => new HeldHost(host, set.PinOf(host.Id) ?? held.First(one => one.Host == host).Pin).View(set));
        return HostsOutcome<HoldReply>.Done(new(hosts.Count, held.Count, hosts.Count - held.Count, [.. shown]));
    }

    /// <summary>How many at what.</summary>
    private static string Pinned(List<HeldHost> held) =>
        string.Join(
            ", ",
            held.CountBy(one => HoldWrites.Named(one.Pin.Content.Content))
                .OrderByDescending(pair => pair.Value)
                .Select(pair => held.Count == 1 ? $"at {pair.Key}" : $"{pair.Value} at {pair.Key}")
        );

    private static string Already(IReadOnlyList<FleetHost> hosts, RequirementSet set) =>
        hosts is [var one]
            ? $"{one.Identity.Name} is {set.PinOf(one.Id)!.Hold}. Release it first, then hold it again."
            : $"All {hosts.Count} hosts are already held, the first, {hosts[0].Identity.Name}, {set.PinOf(hosts[0].Id)!.Hold}.";
}
