using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Compliance.Runs;

/// <summary>Starts runs, and holds and releases them: each in one transaction with its audit entry.</summary>
internal sealed class RunChanges(Database database, RunRules rules, TimeProvider clock)
{
    public async Task<(string Id, IReadOnlyList<PolicyProblem> Problems)> StartAsync(string actor, RunRequest request)
    {
        var (asked, problems) = rules.Read(request);
        if (asked is null)
            return ("", problems);
        var now = clock.Now();
        var row = new RunRow
        {
            Id = clock.NewId(),
            Cause = nameof(RunCause.Asked),
            About = request.Reason.Trim(),
            State = nameof(RunState.Waiting),
            Author = actor,
            DueAt = now,
            NotBefore = now,
            AsOf = request.AsOf is null ? null : asked.At,
            SinceAt = request.Since is null ? null : asked.Since,
            Query = asked.Query,
            Formats = RunRules.Text(asked.Formats),
            KeepDays = request.KeepDays ?? RunRules.UsualDays,
        };
        await database.WriteAsync(async write =>
        {
            await RunQueries.InsertAsync(write, row);
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                RunActions.Start,
                RunActions.Subject(row.Id),
                $"Compliance run started: {RunRules.Which(row.Query)}, kept for {row.KeepDays} days.",
                row.About
            );
            return 0;
        });
        return (row.Id, []);
    }

    /// <returns>False when there is none of this id that can be held.</returns>
    public Task<bool> HoldAsync(string actor, string id, string reason) =>
        SetHoldAsync(
            actor,
            id,
            reason.Trim(),
            RunActions.Hold,
            "The file of the compliance run is not deleted when its period is over.",
            reason
        );

    /// <returns>False when none of this id is held.</returns>
    public Task<bool> ReleaseAsync(string actor, string id, string reason) =>
        SetHoldAsync(actor, id, "", RunActions.Release, "The hold of the compliance run ended; its file goes with its period.", reason);

    private Task<bool> SetHoldAsync(string actor, string id, string hold, Webhooks.Events.EventType action, string text, string reason) =>
        database.WriteAsync(async write =>
        {
            var changed = await write.ExecuteAsync(
                "update compliance_runs set hold = @hold, hold_by = @by where id = @id and state <> 'Deleted' and hold <> @hold and "
                    + (hold.Length > 0 ? "hold = ''" : "hold <> ''"),
                new
                {
                    id,
                    hold,
                    by = hold.Length > 0 ? actor : "",
                }
            );
            if (changed == 0)
                return false;
            await AuditLog.AppendAsync(write, clock, actor, action, RunActions.Subject(id), text, reason.Trim());
            return true;
        });
}
