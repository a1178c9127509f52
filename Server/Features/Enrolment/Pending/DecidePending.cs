using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Enrolment.Pending;

/// <summary>An administrator approves or refuses hosts. Each of them in one transaction with its entry in the audit log.</summary>
internal static class DecidePending
{
    private const int Shown = 100;

    public static async Task<HostsOutcome<HostsDecided>> ApproveAsync(Publisher by, PendingDecision request)
    {
        var outcome = await DecideAsync(by, request, approve: true);
        // A machine that was held and enrols again is held from its first check-in.
        if (outcome.Reply is not null)
            await by.Requirements.ReloadAsync();
        return outcome;
    }

    public static Task<HostsOutcome<HostsDecided>> RefuseAsync(Publisher by, PendingDecision request) =>
        DecideAsync(by, request, approve: false);

    private static async Task<HostsOutcome<HostsDecided>> DecideAsync(Publisher by, PendingDecision request, bool approve)
    {
        var (scope, wrong) = AskedHosts.Read(request.Host, request.Selector);
        List<PolicyProblem> problems = [.. wrong];
        if (!approve || !string.IsNullOrWhiteSpace(request.Reason))
            problems.AddRange(Publish.ReasonProblems(request.Reason));
        if (scope is null || problems.Count > 0)
            return HostsOutcome<HostsDecided>.Wrong(problems);
        return await by.Database.WriteAsync(async write =>
        {
            var waiting = (await PendingQueries.WaitingAsync(write, by.Clock.Now())).Select(row => (Row: row, Facts: row.ReadFacts()));
            var meant = waiting
                .Where(one =>
                    scope.Selector is { } selector
                        ? selector.Matches(one.Row.Identity(one.Facts))
                        : one.Row.Id == scope.Host || one.Row.Name == scope.Host
                )
                .ToList();
            if (meant.Count == 0)
                return HostsOutcome<HostsDecided>.NothingToDo(
                    "No host that waits for approval "
                        + $"{(scope.Selector is null ? $"has the name or id '{scope.Host}'" : $"matches '{scope.Selector}'")}. See "
                        + "'iwtune fleet hosts pending'."
                );
            if (scope.Selector is null && meant.Count > 1)
                return HostsOutcome<HostsDecided>.Wrong(
                    new PolicyProblem("host", scope.Host, $"{meant.Count} hosts with this name wait; an id is never ambiguous", 0, 0)
                );
            foreach (var (row, facts) in meant)
                await (approve ? AdmitAsync(write, by, row, facts, request.Reason) : TurnAwayAsync(write, by, row, request.Reason));
            return HostsOutcome<HostsDecided>.Done(new(meant.Count, [.. meant.Take(Shown).Select(one => one.Row.Name)]));
        });
    }

    private static async Task AdmitAsync(DbSession write, Publisher by, PendingRow row, HostFacts facts, string reason)
    {
        await PendingQueries.RemoveAsync(write, row.Id);
        var member = await new NewMember(row.Id, facts, row.ReadLabels(), row.SecretHash, row.TokenId, row.ReadKey()).StoreAsync(
            write,
            by.Clock
        );
        await HistoryQueries.AddAsync(
            write,
            by.Clock,
            row.Id,
            HistoryKind.Enrolled,
            $"Asked to enrol with token {row.TokenName} at {Clock.At(row.AskedAt):u}; approved by {Actors.Name(by.Actor)}."
        );
        // Only people who see the whole fleet approve, and the page and the list name the hosts with the same machine id.
        var others = await Twins.SettleAsync(write, by.Clock, by.Hosts, row.Id, facts, _ => true);
        await AuditLog.AppendAsync(
            write,
            by.Clock,
            by.Actor,
            HostActions.Approve,
            $"host:{row.Id}",
            $"Host {row.Name} approved; it enrolled with token {row.TokenName} from {row.Address}.{others}",
            reason
        );
        write.AfterCommit(() => by.Hosts.Add(member));
    }

    private static async Task TurnAwayAsync(DbSession write, Publisher by, PendingRow row, string reason)
    {
        await PendingQueries.RefuseAsync(write, row.Id, by.Clock.Now(), by.Actor, reason);
        await AuditLog.AppendAsync(
            write,
            by.Clock,
            by.Actor,
            HostActions.Refuse,
            $"host:{row.Id}",
            $"Host {row.Name} refused; it asked with token {row.TokenName} from {row.Address}.",
            reason
        );
    }
}
