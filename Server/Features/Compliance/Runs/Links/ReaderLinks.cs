using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Compliance.Runs.Links;

/// <summary>
/// Links by which readers without an account get one run. Only the hash of a secret is stored; each use is in the audit log.
/// </summary>
internal sealed class ReaderLinks(Database database, TimeProvider clock)
{
    /// <summary>Where such links lead.</summary>
    public const string Path = "/read/";

    private const string Prefix = "iwtr_";
    private const int MostDays = 90;
    private const long Day = 86_400_000;

    /// <returns>The link; <see langword="null"/> when no such run is kept, or with everything that is wrong.</returns>
    public async Task<(CreatedReaderLink? Link, IReadOnlyList<PolicyProblem> Problems)> AddAsync(
        string actor,
        string runId,
        ReaderLinkRequest request
    )
    {
        var problems = Publish.ReasonProblems(request.Reason).ToList();
        if (request.Days is < 1 or > MostDays)
            problems.Add(new("days", $"{request.Days}", $"must be 1 to {MostDays}", 0, 0));
        if (problems.Count > 0)
            return (null, problems);
        var secret = Secret.New(Prefix);
        var now = clock.Now();
        var row = new ReaderLinkRow
        {
            Id = clock.NewId(),
            RunId = runId,
            Author = actor,
            Reason = request.Reason.Trim(),
            CreatedAt = now,
            ExpiresAt = now + (request.Days * Day),
        };
        var made = await database.WriteAsync(async write =>
        {
            if (await RunQueries.FindAsync(write, runId) is not { IsKept: true })
                return false;
            await ReaderLinkQueries.InsertAsync(write, row, Secret.HashOf(secret));
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                RunActions.AddLink,
                RunActions.Subject(runId),
                $"Reader link {row.Id} to the compliance run, valid until {Clock.At(row.ExpiresAt):u}.",
                row.Reason
            );
            return true;
        });
        return made ? (new(Path + secret, row.View()), []) : (null, []);
    }

    /// <returns>False when no such link of this run is valid.</returns>
    public Task<bool> RevokeAsync(string actor, string runId, string id) =>
        database.WriteAsync(async write =>
        {
            var revoked = await write.ExecuteAsync(
                "update run_links set revoked_at = @now where id = @id and run_id = @runId and revoked_at is null",
                new
                {
                    id,
                    runId,
                    now = clock.Now(),
                }
            );
            if (revoked == 0)
                return false;
            await AuditLog.AppendAsync(write, clock, actor, RunActions.RevokeLink, RunActions.Subject(runId), $"Reader link {id} revoked.");
            return true;
        });

    /// <summary>Opens a link: counted, and in the audit log.</summary>
    /// <param name="secret">The last part of its address.</param>
    /// <param name="file">True for the file, false for the page.</param>
    /// <returns><see langword="null"/> when it is not valid, or its run is no longer kept.</returns>
    public async Task<(RunRow Run, ReaderLinkRow Link)?> OpenAsync(string secret, bool file)
    {
        if (!secret.StartsWith(Prefix, StringComparison.Ordinal))
            return null;
        var (hash, now) = (Secret.HashOf(secret), clock.Now());
        // A wrong secret costs a read, never a write.
        if (await database.ReadAsync(db => ReaderLinkQueries.ValidAsync(db, hash, now)) is null)
            return null;
        return await database.WriteAsync<(RunRow, ReaderLinkRow)?>(async write =>
        {
            if (await ReaderLinkQueries.ValidAsync(write, hash, now) is not { } link)
                return null;
            if (await RunQueries.FindAsync(write, link.RunId) is not { IsKept: true } run)
                return null;
            await write.ExecuteAsync("update run_links set used = used + 1, used_at = @now where id = @Id", new { link.Id, now });
            await AuditLog.AppendAsync(
                write,
                clock,
                $"link:{link.Id}",
                RunActions.ReadByLink,
                RunActions.Subject(run.Id),
                file ? "The export was downloaded by a reader link." : "The page of a reader link was opened.",
                link.Reason
            );
            return (run, link);
        });
    }
}
