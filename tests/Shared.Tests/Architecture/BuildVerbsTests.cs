using System.Diagnostics;
using System.Text.RegularExpressions;

namespace IwTune.Shared.Tests.Architecture;

/// <summary>build.sh says what it can, and the pages name only verbs and options that it has.</summary>
public sealed partial class BuildVerbsTests
{
    private static readonly Dictionary<string, string> Verbs = Entries(Run("./build.sh --help").Out);

    [Fact]
    public void Every_verb_is_listed_and_every_listed_verb_exists() =>
        Assert.Equal(
            from script in SourceFile.All(".sh")
            where script.IsUnder("build")
            from Match verb in Function().Matches(script.Text)
            orderby verb.Groups[1].Value
            select verb.Groups[1].Value.Replace('_', '-'),
            Verbs.Keys.Order(StringComparer.Ordinal)
        );

    [Fact]
    public void Each_verb_explains_itself_without_a_build() =>
        Assert.Equal((0, Verbs["fuzz"].TrimEnd()), Run("./build.sh fuzz --help") is var said ? (said.Exit, said.Out.TrimEnd()) : default);

    [Theory]
    [InlineData("./build.sh", 64, "usage: ./build.sh VERB")]
    [InlineData("./build.sh dmeo", 1, "there is no verb dmeo: './build.sh --help' lists them")]
    [InlineData("./build.sh demo_fleet", 1, "there is no verb demo_fleet")]
    public void A_call_that_is_none_says_why(string call, int exit, string error)
    {
        var said = Run(call);
        Assert.Equal((exit, ""), (said.Exit, said.Out));
        Assert.Contains(error, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_verb_of_a_page_exists_with_its_options()
    {
        var calls = (
            from page in DocsTests.Pages
            from Match call in Call().Matches(File.ReadAllText(page))
            select (Page: Path.GetRelativePath(SourceFile.Root, page), Verb: call.Groups[1].Value, Options: call.Groups[2].Value)
        ).ToList();
        Assert.InRange(calls.Count, 60, 400);
        Assert.Empty(
            from call in calls
            let text = Verbs.GetValueOrDefault(call.Verb)
            where
                text is null
                || Option().Matches(call.Options).Any(option => !Known(text).Contains(option.Value + " ", StringComparison.Ordinal))
            select call
        );
    }

    [Theory]
    [InlineData("(one_verb pack); echo $$ 1 pack >artifacts/verb; one_verb demo", 0)]
    [InlineData(": >artifacts/verb; one_verb demo", 0)]
    [InlineData("one_verb pack; bash -c '. $0/setup.sh; . $0/one-verb.sh; one_verb demo' $sources", 0)]
    [InlineData("one_verb pack; env -u IWTUNE_VERB bash -c '. $0/setup.sh; . $0/one-verb.sh; one_verb demo' $sources", 1)]
    public void A_second_verb_in_a_checkout_is_refused_while_the_first_one_runs(string script, int exit)
    {
        var folder = Directory.CreateTempSubdirectory("iwtune-verbs-").FullName;
        try
        {
            var said = Run(
                $"sources={SourceFile.Root}/build; cd {folder}; mkdir artifacts; . $sources/setup.sh; . $sources/one-verb.sh; {script}"
            );
            Assert.Equal(exit, said.Exit);
            Assert.Equal(exit != 0, said.Error.Contains("'./build.sh pack' (process ", StringComparison.Ordinal));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>An entry, and the page that it names for further options.</summary>
    private static string Known(string entry) =>
        Word().Replace(entry, " ")
        + Page()
            .Matches(entry)
            .Aggregate(" ", (known, page) => known + Word().Replace(File.ReadAllText(Path.Combine(SourceFile.Root, page.Value)), " "));

    private static Dictionary<string, string> Entries(string text) =>
        Entry()
            .Matches(text)
            .GroupBy(entry => entry.Groups[1].Value, StringComparer.Ordinal)
            .ToDictionary(verb => verb.Key, verb => string.Concat(verb.Select(entry => entry.Value)), StringComparer.Ordinal);

    private static (int Exit, string Out, string Error) Run(string command)
    {
        var start = new ProcessStartInfo("bash", ["-euo", "pipefail", "-c", command])
        {
            WorkingDirectory = SourceFile.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output, error.Result);
    }

    [GeneratedRegex(@"^verb_([a-z0-9_]+)\(\)", RegexOptions.Multiline)]
    private static partial Regex Function();

    [GeneratedRegex(@"^  ([a-z][a-z0-9-]*)\b.*\n(?:   .*\n)*", RegexOptions.Multiline)]
    private static partial Regex Entry();

    [GeneratedRegex(@"\./build\.sh ([a-z][a-z0-9-]*)([^`#;|&\n]*)")]
    private static partial Regex Call();

    [GeneratedRegex("(?<= )--[a-z][a-z-]*")]
    private static partial Regex Option();

    [GeneratedRegex(@"docs/[a-z-]+\.md")]
    private static partial Regex Page();

    [GeneratedRegex(@"[^a-z-]+")]
    private static partial Regex Word();
}
