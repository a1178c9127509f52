using System.Globalization;
using System.Text;

namespace IwTune.Lab.Reproducing;

/// <summary>The report for people.</summary>
internal static class MarkdownReport
{
    /// <summary>How to read the columns, after the rows.</summary>
    public const string Legend =
        "Measured values are the median with the minimum and the maximum of the runs. A fetch is repeated until n fetches agree within "
        + "1.5 ms and 0.5 % (10 ms where packets are lost, because a kernel's timers tick), at most three times n. The fastest n fetches "
        + "that agree count, because other work on the machine only increases a time. Allowed deviation of latencies: 0.5 ms × (rounds "
        + "+ 1) and 1 %. ≈ marks a result of the event-by-event model. It is for information only, because a kernel's timers are coarser.";

    /// <param name="report">The rows.</param>
    /// <param name="plots">Files of the plots, with what they show.</param>
    /// <param name="level">The level of its headings: 1 as a separate document.</param>
    public static string Write(LabReport report, IReadOnlyList<(string File, string Title)> plots, int level = 1)
    {
        var heading = new string('#', level);
        var text = new StringBuilder();
        text.AppendLine($"{heading} Laboratory report").AppendLine();
        text.AppendLine(
                $"{report.Date.ToString("yyyy-MM-dd HH:mm 'UTC'", CultureInfo.InvariantCulture)}, {Form(report)}seed {report.Seed}. "
                    + $"**{report.Summary}.**"
            )
            .AppendLine();
        Environment(text, report.Environment);
        foreach (var (file, title) in plots)
            text.AppendLine($"![{title}]({file})").AppendLine();
        foreach (var benchmark in report.Findings.GroupBy(finding => finding.Benchmark))
        {
            text.AppendLine($"{heading}# {Catalogue.Title(benchmark.Key)}").AppendLine();
            text.AppendLine("| what | source | model | measured | n | deviation | allowed | verdict |");
            text.AppendLine("| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |");
            foreach (var finding in benchmark)
                text.AppendLine(Row(finding));
            text.AppendLine();
        }
        text.AppendLine(Legend);
        return text.ToString();
    }

    // The headings show which benchmarks were chosen.
    private static string Form(LabReport report) =>
        report.Form switch
        {
            "short" => "short form, ",
            "interrupted" => "interrupted, ",
            _ => "",
        };

    private static void Environment(StringBuilder text, LabEnvironment environment)
    {
        text.AppendLine("| | |").AppendLine("| --- | --- |");
        text.AppendLine($"| kernel | {environment.Kernel} |");
        text.AppendLine($"| congestion control | {environment.CongestionControl} |");
        text.AppendLine($"| queue of the interfaces | {environment.Queue} |");
        text.AppendLine($"| offloads | {environment.Offloads} |");
        text.AppendLine($"| runtime | {environment.Runtime} |");
        text.AppendLine($"| load average before and after | {environment.LoadBefore:0.00}, {environment.LoadAfter:0.00} |").AppendLine();
    }

    private static string Row(Finding finding)
    {
        var model =
            finding.Model is { } exact ? Number(exact)
            : finding.Simulated is { } simulated ? "≈ " + Number(simulated)
            : "";
        var spread = finding.Least == finding.Greatest ? "" : $" ({Number(finding.Least)}–{Number(finding.Greatest)})";
        var runs = $"{finding.Runs}{(finding.Made > finding.Runs ? $" of {finding.Made}" : "")}";
        var verdict = finding.Verdict switch
        {
            Verdict.Holds => "holds",
            Verdict.Fails => "**fails**",
            Verdict.Refuted => "**does not hold**",
            _ => "not judged",
        };
        return $"| {finding.Question} | {finding.Source} | {model} | {Number(finding.Measured)}{spread} {finding.Unit} | {runs} | "
            + $"{Signed(finding.Deviation)} | {(finding.Tolerance is { } allowed ? "±" + Number(allowed) : "")} | "
            + $"{verdict}{(finding.Reason.Length > 0 ? ": " + finding.Reason : "")} |";
    }

    private static string Number(double? number) =>
        number switch
        {
            null => "",
            >= 2e9 => "2³¹ − 1",
            _ => number.Value.ToString(Math.Abs(number.Value) < 10 ? "0.##" : "0.#", CultureInfo.InvariantCulture),
        };

    private static string Signed(double? number) =>
        number is { } value ? value.ToString("+0.##;−0.##;0", CultureInfo.InvariantCulture) : "";
}
