using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Refusals;

namespace IwTune.Server.Features.Reports;

/// <summary>
/// Makes report lines durable, each exactly once and in order: what came before is skipped, what lies beyond a gap waits for the gap
/// to be filled. The answer is the highest number up to which nothing is missing.
/// </summary>
internal static class Ingest
{
    public static async Task<IResult> HandleAsync(HttpContext context, HostDirectory hosts, Intake intake, TimeProvider clock)
    {
        if (HostGate.Admit(context, hosts, out var refusal) is not { } host)
            return refusal;
        var (lines, problem) = await ReportReader.ReadAsync(context.Request.BodyReader, context.RequestAborted);
        if (problem is not null)
            return RefusalAnswer.Invalid(
                "The report lines were not stored.",
                $"{problem}. None of this batch was stored; send it again without that line."
            );
        var now = clock.Now();
        // A host that never checked in stays unseen: only a check-in says what it has now.
        host.Update(last => (last.SeenAt > 0 ? last with { SeenAt = now } : last, 0));
        var rows = new List<LineRows>(lines.Count);
        foreach (var line in lines)
            rows.Add(LineRows.Of(host.Id, line, now));
        return TypedResults.Ok(await intake.TakeAsync(new(host, rows)));
    }
}
