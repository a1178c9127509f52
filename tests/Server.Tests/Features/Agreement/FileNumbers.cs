using System.Globalization;
using System.Net.Http.Json;
using System.Text.RegularExpressions;
using AngleSharp.Dom;
using AngleSharp.Html.Parser;
using IwTune.Server.Hosting.Telemetry;
using IwTune.Server.Tests.Features.Compliance.Exports;
using IwTune.Server.Tests.Features.Compliance.Runs;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Exports.Formats.Report;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Agreement;

/// <summary>Numbers of exports, and of what only the whole fleet has: compliance runs and metrics.</summary>
internal static partial class FileNumbers
{
    public static async Task ReadAsync(Numbers numbers, HttpClient api, HttpClient browser)
    {
        var lines = (await browser.GetStringAsync("/hosts.csv")).Split("\r\n", StringSplitOptions.RemoveEmptyEntries);
        var at = Array.IndexOf(lines[0].Split(','), "verdict");
        numbers.Add("hosts", "hosts.csv", lines.Length - 1);
        numbers.Add("verdicts", "hosts.csv", lines[1..].CountBy(line => Enum.Parse<Verdict>(line.Split(',')[at], true)));
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(Formats: ["html"]),
            ComplianceJson.Default.ExportRequest
        );
        Assert.True(answer.IsSuccessStatusCode, await answer.Content.ReadAsStringAsync());
        var export = TakenApart.Of(await answer.Content.ReadAsByteArrayAsync());
        var counts = export.Manifest.Counts;
        numbers.Add("hosts", "export", counts.Fleet);
        numbers.Add("hosts", "export, rows", counts.Matched);
        numbers.Add("verdicts", "export", counts.States);
        numbers.Add("silent", "export", export.Manifest.Watermark.Silent);
        numbers.Add("without policy", "export", counts.WithoutPolicy ?? 0);
        using var report = new HtmlParser().ParseDocument(export.Text(ReportPart.Part.Name));
        numbers.Add(
            "verdicts",
            "export, report",
            report
                .QuerySelectorAll("[aria-label='Result'] tbody tr")
                .ToDictionary(row => Said(row.Children[0]), row => Number(row.Children[1].TextContent))
        );
        numbers.Add(
            "verdicts",
            "export, report, all hosts",
            report.QuerySelectorAll("[aria-label='Appendix: all hosts'] tbody tr").CountBy(row => Said(row.Children[1]))
        );
    }

    public static async Task WholeAsync(Numbers numbers, RunningServer server, HttpClient api)
    {
        var run = await api.RunAsync(new RunRequest("agreement"));
        numbers.Add("hosts", "compliance run", run.Fleet!.Value);
        numbers.Add("hosts", "compliance run, hosts", run.Hosts!.Value);
        numbers.Add("verdict Compliant", "compliance run", run.Compliant!.Value);
        numbers.Add("without policy", "compliance run", run.WithoutPolicy!.Value);
        // A server reads them every fifteen seconds.
        await server.Get<Figures>().ReadAsync(TestContext.Current.CancellationToken);
        var metrics = await server.Client().GetStringAsync("/metrics");
        numbers.Add("hosts", "metrics", Hosts().Match(metrics).Groups[1].Value);
        numbers.Add("without policy", "metrics", Without().Match(metrics).Groups[1].Value);
        numbers.Add(
            "verdicts",
            "metrics",
            Verdicts().Matches(metrics).ToDictionary(one => one.Groups[1].Value, one => Number(one.Groups[2].Value))
        );
    }

    /// <summary>Of the words for people, such as <c>Never seen</c>.</summary>
    private static Verdict Said(IElement cell) => Enum.Parse<Verdict>(string.Concat(cell.TextContent.Where(char.IsLetter)), true);

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^iwtune_hosts (\d+)$", RegexOptions.Multiline)]
    private static partial Regex Hosts();

    [GeneratedRegex(@"^iwtune_hosts_without_policy (\d+)$", RegexOptions.Multiline)]
    private static partial Regex Without();

    [GeneratedRegex(@"^iwtune_hosts_by_verdict\{verdict=""(\w+)""\} (\d+)$", RegexOptions.Multiline)]
    private static partial Regex Verdicts();
}
