using IwTune.Lab.Demo;

namespace IwTune.Lab.Reproducing;

/// <summary><c>lab reproduce</c>: measures, compares, writes the report.</summary>
internal static class ReproduceRun
{
    /// <returns>0 when nothing fails, 1 when something does, 64 for a usage error, 5 without the privileges.</returns>
    public static async Task<int> StartAsync(IReadOnlyList<string> words, TimeProvider clock)
    {
        var (options, problem) = ReproduceOptions.Read(words);
        if (options is null)
        {
            await Console.Error.WriteLineAsync($"{problem}\nusage: iwtune-lab {ReproduceOptions.Usage}");
            return 64;
        }
        return await LabRun.StartAsync(ct => Run(options, clock, ct));
    }

    private static bool Run(ReproduceOptions options, TimeProvider clock, CancellationToken ct)
    {
        var before = options.Verify is { } file ? LabReport.Read(file) : null;
        var cells = options.Choose(before?.Findings.Select(finding => finding.Id).ToHashSet(StringComparer.Ordinal));
        if (cells.Count == 0)
            throw new LabException("there is nothing to measure: no cell of the report, or of the short form, has such a name");
        Screen.Heading($"{cells.Count} cells; a report goes to {options.Folder}");
        var (findings, environment) = Measuring.Run(cells, options.Seed, Tell, ct);
        var form =
            ct.IsCancellationRequested ? "interrupted"
            : options.Only.Count > 0 ? string.Join(", ", options.Only)
            : options.Short ? "short"
            : "full";
        var report = new LabReport(clock.GetUtcNow(), form, options.Seed, environment, findings);
        var captures = findings.Any(finding => finding.Benchmark == "seed-a") ? Captures.Take(options.Seed) : null;
        Write(report, Plots.Of(report, captures), options.Folder);

        Screen.Heading(report.Summary);
        ct.ThrowIfCancellationRequested();
        foreach (var failed in findings.Where(finding => finding.Verdict == Verdict.Fails))
            Screen.Failed($"{failed.Id}: {failed.Reason}");
        if (before is null)
            return report.Failed == 0;
        var differences = Verification.Compare(before.Findings, findings);
        foreach (var one in differences)
            Screen.Failed(one);
        if (differences.Count == 0)
            Screen.Good(
                $"the report of {before.Date:yyyy-MM-dd HH:mm} UTC is reproduced: {findings.Count} of its {before.Findings.Count} rows "
                    + "were measured again"
            );
        return differences.Count == 0;
    }

    private static void Tell(Finding finding)
    {
        var text = finding.Measured is { } measured
            ? $"{finding.Id}: {Short(measured)} {finding.Unit}{(finding.Expected is { } expected ? $", expected {Short(expected)}" : "")}"
            : finding.Id;
        switch (finding.Verdict)
        {
            case Verdict.Holds:
                Screen.Good(text);
                break;
            case Verdict.Fails:
                Screen.Failed($"{text}. {finding.Reason}");
                break;
            default:
                Screen.Note($"{(finding.Verdict == Verdict.Refuted ? "claim does not hold" : "not judged")}: {text}");
                break;
        }
    }

    private static string Short(double number) =>
        number >= 2e9 ? "2³¹ − 1" : number.ToString("0.##", System.Globalization.CultureInfo.InvariantCulture);

    private static void Write(LabReport report, IReadOnlyList<(string File, string Title, string Svg)> plots, string folder)
    {
        Directory.CreateDirectory(folder);
        foreach (var plot in plots)
            File.WriteAllText(Path.Combine(folder, plot.File), plot.Svg);
        File.WriteAllText(Path.Combine(folder, "report.json"), report.ToJson());
        File.WriteAllText(
            Path.Combine(folder, "report.md"),
            MarkdownReport.Write(report, [.. plots.Select(plot => (plot.File, plot.Title))])
        );
    }
}
