using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Holds;

/// <summary>
/// Ends holds before their time: the hosts get what is current with their next check-in, and those that wait get it at once.
/// </summary>
internal static class ReleaseHold
{
    public static async Task<HostsOutcome<ReleaseReply>> RunAsync(Publisher by, ReleaseRequest request)
    {
        var byId = !string.IsNullOrWhiteSpace(request.Hold);
        var (scope, wrong) = byId ? (null, []) : AskedHosts.Read(request.Host, request.Selector);
        var problems = wrong.Concat(Publish.ReasonProblems(request.Reason)).ToList();
        if (byId && (request.Host ?? request.Selector) is { } both)
            problems.Add(new("hold", both, "give a hold, a host or a selector, and only one of them", 0, 0));
        if (problems.Count > 0)
            return HostsOutcome<ReleaseReply>.Wrong(problems);
        var outcome = await by.Database.WriteAsync(write => InAsync(write, by, scope, request));
        if (outcome.Reply is not null)
            await by.Requirements.ReloadAsync();
        return outcome;
    }

    private static async Task<HostsOutcome<ReleaseReply>> InAsync(DbSession write, Publisher by, AskedHosts? scope, ReleaseRequest request)
    {
        var set = await Requirements.ReadAsync(write);
        var hosts = scope is null
            ? by.Hosts.All.Where(host => set.PinOf(host.Id)?.Id == request.Hold && by.Sees.Covers(host.Identity)).ToList()
            : scope.In(by);
        if (hosts.Count == 0 && scope is not null)
            return HostsOutcome<ReleaseReply>.Wrong(scope.NoMatch(by.Scope));
        if (BeyondScope.Problem(by.Scope, hosts) is { } beyond)
            return HostsOutcome<ReleaseReply>.Wrong(beyond);
        var held = hosts.Where(host => set.PinOf(host.Id) is not null).Select(host => new HeldHost(host, set.PinOf(host.Id)!)).ToList();
        if (held.Count == 0)
            return HostsOutcome<ReleaseReply>.NothingToDo(
                scope is null
                    ? "This hold is not in force: it was released or has expired."
                    : $"{(hosts is [var one] ? $"{one.Identity.Name} is" : $"The {hosts.Count} hosts are")} not held by the server: "
                        + $"{(hosts.Count == 1 ? "it was" : "they were")} released, or the hold expired."
            );
        if (HalfOfFleet.Problem(held.Count, by.Fleet, request.Confirm) is { } unsaid)
            return HostsOutcome<ReleaseReply>.Wrong(unsaid);
        foreach (var one in held)
            await HoldWrites.EndAsync(
                write,
                by.Clock,
                one.Host.Id,
                one.Pin,
                by.Actor,
                $"released by {Actors.Name(by.Actor)}: {request.Reason.Trim()}"
            );
        await Requirements.AdvanceAsync(write);
        var subject = held is [var single] ? $"host:{single.Host.Id}" : $"selector:{scope?.Selector}";
        await AuditLog.AppendAsync(
            write,
            by.Clock,
            by.Actor,
            HoldActions.Release,
            subject,
            $"{HeldHost.Named(held, scope?.Selector?.ToString())} released{Was(held)}. {Gets(held, set)}",
            request.Reason.Trim()
        );
        return HostsOutcome<ReleaseReply>.Done(new(held.Count, [.. held.Take(SetHold.Shown).Select(one => one.View(set))]));
    }

    private static string Was(List<HeldHost> held) => held is [var one] ? $"; it was {one.Pin.Hold}" : "";

    /// <summary>The effect of the release.</summary>
    public static string Gets(IReadOnlyList<HeldHost> held, RequirementSet set)
    {
        var lacking = held.Select(one => one.View(set).Lacks)
            .Where(lacks => lacks.Length > 0)
            .CountBy(lacks => lacks)
            .OrderByDescending(pair => pair.Value)
            .ToList();
        return lacking.Count == 0
            ? "Nothing changes: the host already has what is required."
            : $"Now required: {string.Join(", ", lacking.Select(pair => held.Count == 1 ? pair.Key : $"{pair.Key} ({pair.Value})"))}.";
    }
}
