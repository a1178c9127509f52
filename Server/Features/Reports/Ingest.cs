using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>
/// Makes report lines durable, each exactly once and in order: what came before is skipped, what lies beyond a gap waits for the gap
/// to be filled. The answer is the highest number up to which nothing is missing.
/// </summary>
internal static class Ingest
{
    public static async Task<IResult> HandleAsync(
        HttpContext context, HostDirectory hosts, Database database, Judge judge, Requirements requirements, TimeProvider clock)
    {
        if (HostGate.Admit(context, hosts, out var refusal) is not { } host)
            return refusal;
        var (lines, problem) = await ReportReader.ReadAsync(context.Request.BodyReader, context.RequestAborted);
        if (problem is not null)
            return Refusal.Invalid("The report lines were not taken.", $"{problem}. None of this batch was stored; send it again without that line.");
        // A host that never checked in stays unseen: only a check-in says what it has now.
        host.Update(last => (last.SeenAt > 0 ? last with { SeenAt = clock.Now() } : last, 0));
        var moved = false;
        int? tellEvery = null;
        var durable = await database.WriteAsync(async write =>
        {
            var last = await write.ValueAsync<long>("select report_number from hosts where id = @Id", new { host.Id });
            var fresh = Contiguous(lines, last);
            if (fresh.Count == 0)
                return last;
            await ReportWrites.StoreAsync(write, clock, host.Id, fresh);
            tellEvery = await GateWrites.StoreAsync(write, clock, host.Id, fresh);
            moved = await MoveAsync(write, clock, host, fresh);
            await write.ExecuteAsync("update hosts set report_number = @Number where id = @Id", new { fresh[^1].Number, host.Id });
            await judge.RunAsync(write, host, reported: true);
            write.AfterCommit(() => ServerMeters.ReportLines.Add(fresh.Count));
            return fresh[^1].Number;
        }, CancellationToken.None);
        if (moved)
            await requirements.ReloadAsync();
        return TypedResults.Ok(new ReportsReply(durable, tellEvery));
    }

    /// <summary>The lines that follow <paramref name="last"/> without a gap, each number once.</summary>
    private static List<ReportLine> Contiguous(IReadOnlyList<ReportLine> lines, long last)
    {
        var fresh = new List<ReportLine>();
        foreach (var line in lines.OrderBy(line => line.Number))
        {
            if (line.Number == last + fresh.Count + 1)
                fresh.Add(line);
            else if (line.Number > last + fresh.Count + 1)
                break;
        }
        return fresh;
    }

    /// <summary>New facts, and a state with other owners of routes, can move the host to another selector: a publication like any other.</summary>
    private static async Task<bool> MoveAsync(DbSession write, TimeProvider clock, FleetHost host, List<ReportLine> lines)
    {
        var (now, told) = (host.Identity, lines.FindLast(line => line.Facts is not null)?.Facts);
        if (told is not null)
        {
            var facts = EnrolmentFacts.Complete(told);
            await HostWrites.FactsAsync(write, host.Id, facts);
            now = now.With(facts);
        }
        if (lines.FindLast(line => line.State is not null)?.State is { } state)
            now = now.With(state);
        if (told is not null || now != host.Identity)
            await IdentityHistory.KeepAsync(write, clock, now);
        if (now == host.Identity)
            return false;
        await Requirements.AdvanceAsync(write);
        write.AfterCommit(() => host.Identity = now);
        return true;
    }
}
