using IwTune.Server.Console;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Impact;

namespace IwTune.Server.Features.Impact;

/// <summary>Every affected host as lines of CSV, one for each target; a host without a target has one line.</summary>
internal static class ImpactCsv
{
    private const int Batch = 64 * 1024;

    public static async Task SendAsync(
        HttpContext context,
        Database database,
        TimeProvider clock,
        ImpactReport report,
        string name,
        CancellationToken ct
    )
    {
        await ReadOut.LogAsync(
            database,
            clock,
            context.User,
            ExportActions.Impact,
            "impact",
            $"The impact preview of a change was exported as CSV: {Quantities.Of(report.Hosts.Count, "host")}.",
            ct
        );
        await WriteAsync(context.Response, report, name, ct);
    }

    private static async Task WriteAsync(HttpResponse response, ImpactReport report, string name, CancellationToken ct)
    {
        response.ContentType = "text/csv; charset=utf-8";
        response.Headers.ContentDisposition = $"attachment; filename=\"{name}\"";
        var text = new System.Text.StringBuilder(
            Csv.Line(
                "host",
                "id",
                "os",
                "policy_now",
                "revision_now",
                "policy_then",
                "revision_then",
                "outcome",
                "reason",
                "target",
                "scope",
                "owner",
                "strategy",
                "initcwnd_now",
                "initrwnd_now",
                "initcwnd_then",
                "initrwnd_then",
                "target_outcome",
                "target_reason"
            )
        );
        foreach (var host in report.Hosts)
        {
            foreach (var target in host.Targets.Count == 0 ? [null] : (IEnumerable<TargetForecast?>)host.Targets)
                text.Append(Line(host, target));
            if (text.Length < Batch)
                continue;
            await response.WriteAsync(text.ToString(), ct);
            text.Clear();
        }
        await response.WriteAsync(text.ToString(), ct);
    }

    private static string Line(HostImpact host, TargetForecast? target) =>
        Csv.Line(
            host.Name,
            host.Id,
            host.Os,
            host.From?.Policy,
            $"{host.From?.Revision}",
            host.To?.Policy,
            $"{host.To?.Revision}",
            ProspectWords.Of(host.Prospect),
            host.Unmatched.Count == 0 ? host.Why : string.Join("; ", host.Unmatched.Prepend(host.Why).Where(part => part.Length > 0)),
            target?.Id,
            target?.Scope,
            target?.Owner,
            target?.Strategy,
            $"{target?.Now.InitCwnd}",
            $"{target?.Now.InitRwnd}",
            $"{target?.Then.InitCwnd}",
            $"{target?.Then.InitRwnd}",
            target is null ? "" : ProspectWords.Of(target.Prospect),
            target?.Why
        );
}
