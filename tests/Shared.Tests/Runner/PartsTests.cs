using System.Text.RegularExpressions;
using IwTune.Runner;
using IwTune.Runner.Running;
using IwTune.Shared.Tests.Architecture;

namespace IwTune.Shared.Tests.Runner;

/// <summary>No test is missing, and only tests for both databases run twice.</summary>
public sealed partial class PartsTests
{
    [Fact]
    public void Every_class_of_tests_belongs_to_one_part()
    {
        var once = Parts.All.Where(part => part.Name != "postgres").ToList();
        var classes = SourceFile
            .All(".cs")
            .Where(file => file.Path.StartsWith("tests/", StringComparison.Ordinal) && TestMethod().IsMatch(file.Text))
            .Select(file => (Project: file.Path.Split('/')[1], Namespace: Namespace().Match(file.Text).Groups[1].Value, file.Path))
            .ToList();
        Assert.True(classes.Count > 300);
        Assert.Empty(
            from one in classes
            let parts = once.Count(part => part.Project == one.Project && Has(part, one.Namespace))
            where parts != 1
            select $"{one.Path}: in {parts} parts"
        );
    }

    [Fact]
    public void Parts_with_tests_that_run_alone_say_so()
    {
        var alone = SourceFile
            .All(".cs")
            .Where(file =>
                file.Path.StartsWith("tests/", StringComparison.Ordinal) && TestMethod().IsMatch(file.Text) && Alone().IsMatch(file.Text)
            )
            .SelectMany(file =>
                Parts.All.Where(part => part.Project == file.Path.Split('/')[1] && Has(part, Namespace().Match(file.Text).Groups[1].Value))
            )
            .Select(part => part.Name)
            .Distinct()
            .Order(StringComparer.Ordinal);
        Assert.Equal(Parts.All.Where(part => part.Alone > 0).Select(part => part.Name).Order(StringComparer.Ordinal), alone);
    }

    [Fact]
    public void The_scripts_know_every_part()
    {
        var script = File.ReadAllText(Path.Combine(SourceFile.Root, "build/parts.sh"));
        Assert.All(Parts.All, part => Assert.Matches($@"\b{part.Name}\b( \||\))", script));
    }

    [Fact]
    public void Classes_of_features_that_open_a_store_run_on_both_databases()
    {
        var both = StoreClasses.OnBoth(SourceFile.Root);
        Assert.Contains("CheckInTests", both);
        Assert.Contains("RaceTests", both);
        Assert.DoesNotContain("RolloutPagesTests", both);
        Assert.DoesNotContain("BudgetTests", both);
    }

    [Fact]
    public void Parts_and_classes_are_asked_for_by_name_and_what_is_unknown_is_named()
    {
        var (options, _) = RunOptions.Read(["--part", "wine", "--part", "shared", "--class", "StartTests", "--without", "Store=both"]);
        Assert.Equal(["wine", "shared"], options!.Parts.Select(part => part.Name));
        Assert.Equal(["StartTests"], options.Classes);
        Assert.Equal(["Store=both"], options.Without);
        Assert.True(RunOptions.Read(["--without", "stores"]).Options is { WithoutStores: true, Without: [] });
        Assert.Contains("RolloutPagesTests", StoreClasses.All(SourceFile.Root));
        Assert.Contains("FormsTests", StoreClasses.All(SourceFile.Root));
        Assert.Equal(Parts.All, RunOptions.Read([]).Options!.Parts);
        Assert.Equal("--part fast is not understood", RunOptions.Read(["--part", "fast"]).Problem);
        Assert.Equal("--part needs a value, or is none of the options", RunOptions.Read(["--part"]).Problem);
        Assert.Equal("--fast 1 is not understood", RunOptions.Read(["--fast", "1"]).Problem);
    }

    [Fact]
    public void A_line_of_progress_says_which_part_how_many_what_failed_and_what_takes_long()
    {
        PartTally[] tallies =
        [
            new(Parts.All[0])
            {
                Known = 40,
                Done = 12,
                Passed = 12,
            },
            new(Parts.All[1])
            {
                Known = 1_100,
                Done = 1_100,
                Passed = 1_119,
                Failed = 1,
            },
        ];
        var running = new IwTune.Runner.Times.TestTime(
            "wine",
            "IwTune.EndToEnd.Wine.KillTests.Killed_before(n: 1.5)",
            TimeSpan.FromSeconds(100)
        );
        Assert.Equal(
            "[ 4:10] 1,112 of 1,140, 1 failed · wine 12/40 · 2:30 KillTests.Killed_before",
            Progress.Line(TimeSpan.FromSeconds(250), tallies, [running])
        );
    }

    private static bool Has(Part part, string space) =>
        (part.In.Count == 0 || part.In.Any(pattern => Matches(pattern, space))) && !part.NotIn.Any(pattern => Matches(pattern, space));

    /// <summary>As xunit's simple filters do.</summary>
    private static bool Matches(string pattern, string space) =>
        pattern.EndsWith('*')
            ? space.StartsWith(pattern[..^1], StringComparison.OrdinalIgnoreCase)
            : space.Equals(pattern, StringComparison.OrdinalIgnoreCase);

    [GeneratedRegex(@"^\s+\[(Fact|Theory)\b", RegexOptions.Multiline)]
    private static partial Regex TestMethod();

    [GeneratedRegex(@"^\s*\[(Trait\(""Alone"", ""yes""\)|Collection\(nameof\(Timed\)\))\]", RegexOptions.Multiline)]
    private static partial Regex Alone();

    [GeneratedRegex(@"^namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Namespace();
}
