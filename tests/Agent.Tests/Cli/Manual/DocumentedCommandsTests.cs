using System.Text.RegularExpressions;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Manual;

/// <summary>
/// The commands that the pages show exist, with their options. ./build.sh quickstarts runs those of the quick starts; this notices within
/// each run of the tests that a command was renamed.
/// </summary>
public sealed partial class DocumentedCommandsTests
{
    /// <summary>Every page that a reader follows; decisions describe the program of their time.</summary>
    public static TheoryData<string> Pages =>
        [
            "README.md",
            "SECURITY.md",
            "deploy/README.md",
            .. Directory
                .EnumerateFiles(Path.Combine(Binaries.Root, "docs"), "*.md")
                .Select(page => $"docs/{Path.GetFileName(page)}")
                // Its blocks are tables of a program.
                .Where(page => page != "docs/benchmarks.md"),
        ];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Every_command_of_a_page_is_one_and_has_its_options(string page)
    {
        var text = File.ReadAllText(Path.Combine(Binaries.Root, page));
        var shown = Block()
            .Matches(text)
            .SelectMany(block => Line().Matches(block.Value))
            .Concat(Span().Matches(Block().Replace(text, "")));
        Assert.Empty(shown.Select(command => Problem(command.Groups[1].Value.Replace('\n', ' '))).OfType<string>());
    }

    [Theory]
    [InlineData("docs/quickstart-linux.md", 5)]
    [InlineData("docs/monitoring.md", 2)]
    [InlineData("docs/enrolment.md", 10)]
    public void Commands_are_found_in_blocks_and_in_sentences(string page, int least)
    {
        var text = File.ReadAllText(Path.Combine(Binaries.Root, page));
        Assert.True(Block().Matches(text).Sum(block => Line().Count(block.Value)) + Span().Count(Block().Replace(text, "")) >= least);
    }

    [Theory]
    [InlineData("iwtune fleet policy push edge.yaml")]
    [InlineData("iwtune set 16 --prove")]
    [InlineData("iwtune statsu")]
    public void A_command_that_is_none_is_noticed(string line) => Assert.NotNull(Problem(line));

    private static string? Problem(string line)
    {
        var typed = Comment().Split(Quoted().Replace(line, "X"))[0];
        if (Unlisted().IsMatch(typed))
            return null;
        var command = Helped
            .All.Where(known => $"{typed} ".StartsWith(known.Path + " ", StringComparison.Ordinal))
            .MaxBy(known => known.Path.Length)!;
        // Some commands list something themselves and have further commands below.
        if (command.Commands.Count > 0 && Word().IsMatch(typed[command.Path.Length..]))
            return $"{line}: no such command";
        var unknown = Option().Matches(typed).Select(option => option.Value).Except(command.Options, StringComparer.Ordinal).ToList();
        return unknown.Count == 0 ? null : $"{line}: no {string.Join(", ", unknown)}";
    }

    [GeneratedRegex("(?m)^ *```[\\s\\S]*?^ *```|^    .*$")]
    private static partial Regex Block();

    [GeneratedRegex(@"^ *(?:[#$] |C:\\> )?(?:sudo )?(iwtune [a-z].*)$", RegexOptions.Multiline)]
    private static partial Regex Line();

    [GeneratedRegex("`(?:sudo )?(iwtune\\s[^`]+)`")]
    private static partial Regex Span();

    [GeneratedRegex("'[^']*'|\"[^\"]*\"")]
    private static partial Regex Quoted();

    [GeneratedRegex(@"\s{2,}|\s[|>#]|\s&&|;")]
    private static partial Regex Comment();

    /// <summary>Not in the help of Linux: two names of options, and what belongs to services of Windows.</summary>
    [GeneratedRegex("^iwtune (version|help|service|run --service)( |$)")]
    private static partial Regex Unlisted();

    [GeneratedRegex("^ [a-z]")]
    private static partial Regex Word();

    [GeneratedRegex(@"(?<![\w-])--[a-z][a-z0-9-]*")]
    private static partial Regex Option();
}
