using IwTune.Lab;
using IwTune.Lab.Reproducing;
using IwTune.Testing;

namespace IwTune.EndToEnd.Lab;

/// <summary>The output, the files and the errors of <c>lab reproduce</c>.</summary>
public sealed class LabReportTests
{
    [Fact]
    public void Every_benchmark_is_in_the_short_form_and_every_cell_has_a_name_of_its_own()
    {
        Assert.Equal(Catalogue.Benchmarks, Catalogue.Cells.Where(cell => cell.Short).Select(cell => cell.Benchmark).Distinct());
        Assert.Equal(Catalogue.Cells.Count, Catalogue.Cells.DistinctBy(cell => cell.Id).Count());
        Assert.All(Catalogue.Benchmarks, name => Assert.NotEqual(name, Catalogue.Title(name)));
        Assert.Equal("aa", Catalogue.Benchmarks[0]);
    }

    [Fact]
    public void The_page_has_the_title_the_headings_the_rows_and_the_legend_of_the_report()
    {
        var page = File.ReadAllText(Path.Combine(Binaries.Root, "docs/science.md"));
        Assert.Contains("\n## Laboratory report\n", page, StringComparison.Ordinal);
        Assert.All(Catalogue.Benchmarks, name => Assert.Contains($"\n#### {Catalogue.Title(name)}\n", page, StringComparison.Ordinal));
        Assert.All(Catalogue.Cells, cell => Assert.Contains($"\n| {cell.Question} | ", page, StringComparison.Ordinal));
        Assert.Contains(MarkdownReport.Legend, string.Join(' ', page.Split([' ', '\n'])), StringComparison.Ordinal);
    }

    [Fact]
    [Trait("Alone", "yes")]
    public void A_report_is_written_and_can_be_verified()
    {
        Privileged.Require();
        using var place = Measuring.Shared();
        var folder = Directory.CreateTempSubdirectory("iwtune-lab-");
        try
        {
            var first = Commands.TryRun(
                Binaries.Lab,
                "reproduce",
                "--only",
                "seed-e/iw10,overflow/queue10/iw12",
                "--seed",
                "7",
                "--out",
                folder.FullName
            );
            Assert.True(first.ExitCode == 0, first.Output + first.Error);
            var report = LabReport.Read(Path.Combine(folder.FullName, "report.json"));
            Assert.Equal((7ul, 5), (report.Seed, report.Findings.Count));
            Assert.All(report.Findings, finding => Assert.Equal(finding.SourceValue, finding.Measured));
            var text = File.ReadAllText(Path.Combine(folder.FullName, "report.md"));
            Assert.Contains("seed 7. **5 rows: 5 hold, 0 fail", text, StringComparison.Ordinal);
            Assert.Contains("| 14,521 B, IW 10, MSS 1452: round trips | 2 | 2 | 2 rounds |", text, StringComparison.Ordinal);
            Assert.Contains("cubic and reno, set on each listener", text, StringComparison.Ordinal);

            var again = Commands.TryRun(
                Binaries.Lab,
                "reproduce",
                "--verify",
                Path.Combine(folder.FullName, "report.json"),
                "--only",
                "overflow",
                "--out",
                folder.FullName
            );
            Assert.True(again.ExitCode == 0, again.Output + again.Error);
            Assert.Contains("1 of its 5 rows were measured again", again.Output, StringComparison.Ordinal);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Theory]
    [InlineData("--only", "seed-z")]
    [InlineData("--seed", "many")]
    [InlineData("--shorter", "1")]
    [InlineData("--out")]
    public void What_it_does_not_understand_is_a_usage_error(params string[] words)
    {
        var refused = Commands.TryRun(Binaries.Lab, ["reproduce", .. words]);
        Assert.Equal(64, refused.ExitCode);
        Assert.Contains("usage: iwtune-lab reproduce", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_report_that_cannot_be_reproduced_is_told_row_by_row()
    {
        Finding Row(string id, double measured, Verdict verdict = Verdict.Holds) =>
            new()
            {
                Id = id,
                Measured = measured,
                Unit = "ms",
                Tolerance = 2,
                Verdict = verdict,
            };
        Finding[] before = [Row("rate/2Mbit/50000B/iw10", 353), Row("loss/iw10/1", 1), Row("seed-b/17kB/iw2", 150), Row("gone/1", 1)];
        Finding[] now = [Row("rate/2Mbit/50000B/iw10", 355), Row("loss/iw10/1", 1, Verdict.Fails), Row("seed-b/17kB/iw2", 153)];
        var problems = Verification.Compare(before, now);
        Assert.Equal(3, problems.Count);
        Assert.Contains(problems, text => text.StartsWith("loss/iw10/1: Holds in the report, Fails now", StringComparison.Ordinal));
        Assert.Contains("seed-b/17kB/iw2: 150 ms in the report, 153 now, ±2 allowed", problems);
        Assert.Contains("gone/1: this laboratory has no such cell", problems);
    }

    [Fact]
    public void A_median_outside_the_tolerance_fails_with_the_distance_and_is_reported()
    {
        var fetch = new Fetch(TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero, 1);
        var finding = new Finding
        {
            Id = "rate/x",
            Model = 100,
            SourceValue = 104,
            Unit = "ms",
            Tolerance = 2,
        }.With([103, 101, 105], new([fetch, fetch, fetch], [.. Enumerable.Repeat(fetch, 12)]));
        Assert.Equal((103.0, 101.0, 105.0, 3, 12), (finding.Measured, finding.Least, finding.Greatest, finding.Runs, finding.Made));
        var judged = finding.Judged("a first flight of 9", null);
        Assert.Equal((Verdict.Fails, "+3 ms from the model, ±2 allowed; a first flight of 9"), (judged.Verdict, judged.Reason));
        Assert.Equal(Verdict.Holds, (finding with { Model = 101.5 }).Judged().Verdict);
        var text = MarkdownReport.Write(new(DateTimeOffset.UnixEpoch, "full", 1, new("", "", "", "", "", 0, 0), [judged]), []);
        Assert.StartsWith("# Laboratory report\n\n1970-01-01 00:00 UTC, seed 1. **", text, StringComparison.Ordinal);
        Assert.Contains("1 rows: 0 hold, 1 fail", text, StringComparison.Ordinal);
        Assert.Contains("**fails**: +3 ms from the model", text, StringComparison.Ordinal);
        Assert.Contains("3 of 12", text, StringComparison.Ordinal);
    }
}
