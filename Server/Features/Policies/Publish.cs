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
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Policies;

/// <summary>The result of publishing: a reply, or everything that is wrong.</summary>
internal sealed record PublishResult(PublishReply? Reply, IReadOnlyList<PolicyProblem> Problems)
{
    /// <summary>True when another person published since the author read the policy.</summary>
    public bool Overtaken { get; init; }
}

/// <summary>
/// Publishes a document: validated whole, then revision, assignment, publication number and audit entry in one transaction.
/// </summary>
internal static class Publish
{
    private const int MaxReason = 500;

    public static async Task<PublishResult> RunAsync(Publisher by, PublishRequest request)
    {
        var read = PolicyReader.Read(request.Document ?? "");
        var problems = new List<PolicyProblem>(read.Problems);
        problems.AddRange(ReasonProblems(request.Reason));
        Selector? selector = null;
        if (request.Assign is not null)
        {
            (selector, var wrong) = Selector.Parse(request.Assign);
            problems.AddRange(wrong.Select(problem => problem.At("assign")));
        }
        if (read.Policy is not { } policy || problems.Count > 0)
            return new(null, problems);

        if ((selector is null ? null : BeyondScope.Problem(by.Scope, selector)) is { } living)
            return new(null, [living]);
        if (BeyondScope.Problem(by, await ChangeAsync(by, policy, selector, request.Stage)) is { } beyond)
            return new(null, [beyond]);
        if (await by.Database.ReadAsync(db => BeyondScope.ProblemAsync(db, by.Scope, policy.Name)) is { } assigned)
            return new(null, [assigned]);
        // After the scope: it counts the hosts and their reports.
        var (refused, thoughts) = await RaiseReview.OfAsync(by, BundleContent.From(policy), selector);
        if (refused.Count > 0)
            return new(null, refused);
        if (OnlyRollouts.Problem(by, await ChangeAsync(by, policy, selector, request.Stage), policy.Name) is { } direct)
            return new(null, [direct]);
        if (HalfOfFleet.Problem(by, await ChangeAsync(by, policy, selector, request.Stage), request.Confirm) is { } unsaid)
            return new(null, [unsaid]);

        var overtaken = false;
        var reply = await by.Database.WriteAsync<PublishReply?>(async write =>
        {
            var now = await PolicyPosition.OfAsync(write, policy.Name);
            var latest = now.Latest;
            var digest = PolicyDigest.Of(policy);
            if (request.Base is { } known && known != (latest?.Number ?? 0))
            {
                overtaken = true;
                problems.Add(Overtaken(policy.Name, known, latest));
                return null;
            }
            if (await AgainAsync(write, by, policy, selector, request) is { } wrong)
            {
                problems.Add(wrong);
                return null;
            }
            var same = now.Is(digest);
            var kept = !request.Stage && now.Requires(digest);
            var releases = !request.Stage && !kept;
            var number = same ? (int)latest!.Number : (int)now.Last + 1;
            var assigns = selector is not null && !await AssignmentQueries.ExistsAsync(write, selector, policy.Name);
            if ((same || kept) && !releases && !assigns)
                return Reply(policy.Name, kept ? now.Released! : latest!, true, latest!.Sequence);
            var sequence = await Requirements.AdvanceAsync(write);
            var row =
                kept ? now.Released!
                : same ? latest!
                : await InsertAsync(write, by, policy, number, digest, request, sequence);
            if (releases)
                await ReleaseAsync(write, by, policy.Name, row.Number, same, request.Reason);
            if (assigns)
                await AssignmentWrites.InsertAsync(write, by.Clock, by.Actor, selector!, policy.Name, 0, request.Reason);
            return Reply(policy.Name, row, !releases && (same || kept), sequence) with
            {
                Previous = releases ? (int?)now.Released?.Number : null,
            };
        });
        if (reply is null)
            return new(null, problems) { Overtaken = overtaken };
        await by.Requirements.CatchUpAsync(reply.Sequence);
        if (!reply.Unchanged)
            ServerMeters.Publications.Add(1);
        return new(
            reply with
            {
                Hosts = by.CountReached(policy.Name),
                Warnings = [.. read.Warnings, .. thoughts, .. AssignWarnings(by, selector, policy.Name, request.Assign)],
            },
            []
        );
    }

    private static IEnumerable<PolicyProblem> AssignWarnings(Publisher by, Selector? selector, string policy, string? text) =>
        selector is null
            ? []
            : Assignments
                .Assign.Warnings(by.Hosts, by.Requirements.Current, selector, policy)
                .Select(warning => new PolicyProblem("assign", text, warning, 0, 0));

    /// <summary>What publishing would change.</summary>
    public static Task<ProposedChange> ChangeAsync(Publisher by, Policy policy, Selector? selector, bool stage) =>
        by.Database.ReadAsync(db => ChangeAsync(db, policy, selector, stage));

    /// <summary>Another caller may have published, or assigned the policy, since it was judged.</summary>
    private static async Task<PolicyProblem?> AgainAsync(
        DbSession write,
        Publisher by,
        Policy policy,
        Selector? selector,
        PublishRequest request
    ) =>
        await BeyondScope.ProblemAsync(write, by.Scope, policy.Name)
        ?? await DirectChange.ProblemAsync(
            write,
            by,
            await ChangeAsync(write, policy, selector, request.Stage),
            policy.Name,
            request.Confirm
        );

    private static async Task<ProposedChange> ChangeAsync(DbSession db, Policy policy, Selector? selector, bool stage)
    {
        var now = await PolicyPosition.OfAsync(db, policy.Name);
        var assigned = selector is null || await AssignmentQueries.ExistsAsync(db, selector, policy.Name);
        return PolicyPosition.Change(policy.Name, stage ? null : now.Published(policy)) with
        {
            Assign = assigned ? [] : [new("proposed", selector!, policy.Name, 0, DateTimeOffset.MaxValue)],
        };
    }

    public static IEnumerable<PolicyProblem> ReasonProblems(string? reason)
    {
        if (string.IsNullOrWhiteSpace(reason))
            yield return new("reason", null, "a short reason is required; the audit log keeps it", 0, 0);
        else if (reason.Length > MaxReason || !ShownText.IsPlain(reason))
            yield return new(
                "reason",
                reason[..Math.Min(reason.Length, 40)],
                $"at most {MaxReason} printable characters on one line",
                0,
                0
            );
    }

    public static PublishReply Reply(string policy, RevisionRow row, bool unchanged, long sequence) =>
        new(policy, (int)row.Number, row.Digest, unchanged, sequence, 0, []);

    private static PolicyProblem Overtaken(string policy, int known, RevisionRow? latest) =>
        new(
            "base",
            $"{known}",
            latest is null
                ? $"policy {policy} has no revision"
                : $"revision {latest.Number} of {policy} was published by {Actors.Name(latest.Author)} since ('{latest.Reason}'); review "
                    + "it, then publish on top of it",
            0,
            0
        );

    internal static async Task ReleaseAsync(DbSession write, Publisher by, string policy, long number, bool staged, string reason)
    {
        var ended = await Release.RunAsync(write, by.Clock, by.Actor, policy, number);
        if (staged || ended is not null)
            await AuditLog.AppendAsync(
                write,
                by.Clock,
                by.Actor,
                PolicyActions.Release,
                $"policy:{policy}",
                $"Revision {number} published to every host.{Release.Ended(ended)}",
                reason
            );
    }

    internal static async Task<RevisionRow> InsertAsync(
        DbSession write,
        Publisher by,
        Policy policy,
        int number,
        string digest,
        PublishRequest request,
        long sequence
    )
    {
        await write.ExecuteAsync(
            "insert into policies (name, created_at) values (@Name, @now) on conflict (name) do update set removed_at = null",
            new { policy.Name, now = by.Clock.Now() }
        );
        var row = new RevisionRow
        {
            Policy = policy.Name,
            Number = number,
            Digest = digest,
            Document = request.Document,
            Content = JsonSerializer.Serialize(BundleContent.From(policy, number), WireJson.Default.BundleContent),
            Author = by.Actor,
            Reason = request.Reason,
            PublishedAt = by.Clock.Now(),
            Sequence = sequence,
        };
        await PolicyQueries.InsertAsync(write, row);
        await AuditLog.AppendAsync(
            write,
            by.Clock,
            by.Actor,
            PolicyActions.Publish,
            $"policy:{policy.Name}",
            $"Revision {number} {(request.Stage ? "staged" : "published")} "
                + $"({digest}).{(policy.Override is { } beyond ? $" Guardrails overridden: {beyond}" : "")}",
            request.Reason
        );
        return row;
    }
}
