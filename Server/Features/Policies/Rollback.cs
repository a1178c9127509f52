using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Recommendations;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies;

/// <summary>
/// Goes back by going forward: a new, higher revision with the content of an old one, so that numbers and audit stay in one line.
/// </summary>
internal static class Rollback
{
    /// <summary>The connections that the hosts reported may object to a larger window by now, as they would to its publication.</summary>
    /// <returns>The refusals; empty without one, or when there is no such revision.</returns>
    public static async Task<IReadOnlyList<PolicyProblem>> ReviewAsync(Publisher by, string policy, int to)
    {
        var (now, old) = await by.Database.ReadAsync(db => StandAsync(db, policy, to));
        return old is null ? []
            : now.Latest is null ? [Removed(policy, now)]
            : await DirectAsync(by, now, old) is { } direct ? [direct]
            : (await RaiseReview.OfAsync(by, old.ReadContent(), null)).Problems;
    }

    /// <summary>A policy without a latest revision has nothing to go back from.</summary>
    public static PolicyProblem Removed(string policy, PolicyPosition now) =>
        new("policy", policy, $"this policy was removed; publish it again, as revision {now.Last + 1}, and assign it", 0, 0);

    /// <summary>Where the policy stands, and the revision to go back to; <see langword="null"/> when there is none.</summary>
    public static async Task<(PolicyPosition Now, RevisionRow? Old)> StandAsync(DbSession db, string policy, int to) =>
        (await PolicyPosition.OfAsync(db, policy), await PolicyQueries.FindAsync(db, policy, to));

    /// <summary>What it would change at once, on a server that does not take that.</summary>
    private static async Task<PolicyProblem?> DirectAsync(Publisher by, PolicyPosition now, RevisionRow old)
    {
        if (now.RolledBack(old) is not { } content)
            return null;
        var change = PolicyPosition.Change(old.Policy, content);
        return BeyondScope.Problem(by, change)
            ?? await by.Database.ReadAsync(db => BeyondScope.ProblemAsync(db, by.Scope, old.Policy))
            ?? OnlyRollouts.Problem(by, change, old.Policy);
    }

    /// <summary>What it would change; nothing when there is nothing to go back from, or to.</summary>
    public static async Task<ProposedChange> ChangeAsync(Publisher by, string policy, int to)
    {
        var (now, old) = await by.Database.ReadAsync(db => StandAsync(db, policy, to));
        return PolicyPosition.Change(policy, now.Latest is null || old is null ? null : now.RolledBack(old));
    }

    /// <param name="by">Who rolls back.</param>
    /// <param name="policy">The policy.</param>
    /// <param name="to">The revision to go back to.</param>
    /// <param name="reason">Why.</param>
    /// <param name="confirm">The number of hosts that the person confirmed.</param>
    /// <returns>The reply, or what is wrong; neither when there is no such revision.</returns>
    public static async Task<(PublishReply? Reply, PolicyProblem? Problem)> RunAsync(
        Publisher by,
        string policy,
        int to,
        string reason,
        int? confirm
    )
    {
        var (reply, problem) = await by.Database.WriteAsync<(PublishReply?, PolicyProblem?)>(async write =>
            await AgainAsync(write, by, policy, to, confirm) is { } wrong
                ? (null, wrong)
                : (await StoreAsync(write, by, policy, to, reason), null)
        );
        if (reply is null)
            return (null, problem);
        await by.Requirements.CatchUpAsync(reply.Sequence);
        if (!reply.Unchanged)
            ServerMeters.Publications.Add(1);
        return (reply with { Hosts = by.CountReached(policy) }, null);
    }

    /// <summary>Another caller may have removed, published or assigned the policy since it was judged.</summary>
    private static async Task<PolicyProblem?> AgainAsync(DbSession write, Publisher by, string policy, int to, int? confirm)
    {
        var (now, old) = await StandAsync(write, policy, to);
        if (old is null)
            return null;
        if (now.Latest is null)
            return Removed(policy, now);
        return now.RolledBack(old) is { } content
            ? await BeyondScope.ProblemAsync(write, by.Scope, policy)
                ?? await DirectChange.ProblemAsync(write, by, PolicyPosition.Change(policy, content), policy, confirm)
            : null;
    }

    /// <summary>The same within the caller's transaction; the caller reloads the requirements after it.</summary>
    public static async Task<PublishReply?> StoreAsync(DbSession write, Publisher by, string policy, int to, string reason)
    {
        var (now, old) = await StandAsync(write, policy, to);
        if (now.Latest is not { } latest || old is null)
            return null;
        if (now.RolledBack(old) is not { } content)
            return Publish.Reply(policy, latest, true, latest.Sequence);
        var sequence = await Requirements.AdvanceAsync(write);
        var number = content.Content.Revision!.Value;
        var row = new RevisionRow
        {
            Policy = policy,
            Number = number,
            Digest = old.Digest,
            Document = old.Document,
            Content = JsonSerializer.Serialize(content.Content, WireJson.Default.BundleContent),
            Author = by.Actor,
            Reason = reason,
            PublishedAt = by.Clock.Now(),
            RollbackTo = to,
            Sequence = sequence,
        };
        await PolicyQueries.InsertAsync(write, row);
        var ended = await Release.RunAsync(write, by.Clock, by.Actor, policy, number);
        await AuditLog.AppendAsync(
            write,
            by.Clock,
            by.Actor,
            PolicyActions.Rollback,
            $"policy:{policy}",
            $"Revision {number} repeats revision {to} ({old.Digest}).{Release.Ended(ended)}",
            reason
        );
        return Publish.Reply(policy, row, false, sequence) with { Previous = (int?)now.Released?.Number };
    }
}
