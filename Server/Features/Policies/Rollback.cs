using System.Text.Json;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Recommendations;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
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
    public static async Task<IReadOnlyList<PolicyProblem>> ReviewAsync(Publisher by, string policy, int to) =>
        await by.Database.ReadAsync(db => PolicyQueries.FindAsync(db, policy, to)) is { } old
            ? await DirectAsync(by, old) is { Count: > 0 } direct
                ? direct
                : (await RaiseReview.OfAsync(by, old.ReadContent(), null)).Problems
            : [];

    /// <summary>What it would change at once, on a server that does not take that.</summary>
    private static async Task<IReadOnlyList<PolicyProblem>> DirectAsync(Publisher by, RevisionRow old)
    {
        var latest = (await by.Database.ReadAsync(db => PolicyQueries.LatestAsync(db, old.Policy)))!;
        if (latest.Digest == old.Digest && await by.Database.ReadAsync(db => PolicyQueries.ReleasedAsync(db, old.Policy)) == latest.Number)
            return [];
        var content = old.ReadContent() with { Revision = (int)latest.Number + 1 };
        var change = new ProposedChange
        {
            Release = new Dictionary<string, PublishedContent>(StringComparer.Ordinal)
            {
                [old.Policy] = new(content, BundleDigest.Of(content)),
            },
        };
        return
            (
                BeyondScope.Problem(by, change)
                ?? await by.Database.ReadAsync(db => BeyondScope.ProblemAsync(db, by.Scope, old.Policy))
                ?? OnlyRollouts.Problem(by, change, old.Policy)
            )
                is { } direct
            ? [direct]
            : [];
    }

    /// <summary>The number of hosts that must be confirmed; <see langword="null"/> where none must.</summary>
    public static async Task<int?> NumberAsync(Publisher by, string policy, int to)
    {
        var (latest, old) = await by.Database.ReadAsync(async db =>
            (await PolicyQueries.LatestAsync(db, policy), await PolicyQueries.FindAsync(db, policy, to))
        );
        if (latest is null || old is null)
            return null;
        var content = old.ReadContent() with { Revision = (int)latest.Number + 1 };
        return HalfOfFleet.Number(
            by,
            new()
            {
                Release = new Dictionary<string, PublishedContent>(StringComparer.Ordinal)
                {
                    [policy] = new(content, BundleDigest.Of(content)),
                },
            }
        );
    }

    /// <returns>The reply; <see langword="null"/> when there is no such revision.</returns>
    public static async Task<PublishReply?> RunAsync(Publisher by, string policy, int to, string reason)
    {
        var reply = await by.Database.WriteAsync(write => StoreAsync(write, by, policy, to, reason));
        if (reply is null)
            return null;
        await by.Requirements.CatchUpAsync(reply.Sequence);
        if (!reply.Unchanged)
            ServerMeters.Publications.Add(1);
        return reply with { Hosts = by.CountReached(policy) };
    }

    /// <summary>The same within the caller's transaction; the caller reloads the requirements after it.</summary>
    public static async Task<PublishReply?> StoreAsync(DbSession write, Publisher by, string policy, int to, string reason)
    {
        var latest = await PolicyQueries.LatestAsync(write, policy);
        var old = await PolicyQueries.FindAsync(write, policy, to);
        if (latest is null || old is null)
            return null;
        if (latest.Digest == old.Digest && await PolicyQueries.ReleasedAsync(write, policy) == latest.Number)
            return Publish.Reply(policy, latest, true, latest.Sequence);
        var sequence = await Requirements.AdvanceAsync(write);
        var number = (int)latest.Number + 1;
        var row = new RevisionRow
        {
            Policy = policy,
            Number = number,
            Digest = old.Digest,
            Document = old.Document,
            Content = JsonSerializer.Serialize(old.ReadContent() with { Revision = number }, WireJson.Default.BundleContent),
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
        return Publish.Reply(policy, row, false, sequence);
    }
}
