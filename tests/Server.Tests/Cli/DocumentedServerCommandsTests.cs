using System.CommandLine;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using IwTune.Server.Cli;

namespace IwTune.Server.Tests.Cli;

/// <summary>The commands of iwtune-server that the pages show exist, with their options, and its manual page has every one.</summary>
public sealed partial class DocumentedServerCommandsTests
{
    /// <summary>Every page that a reader follows; decisions describe the program of their time.</summary>
    public static TheoryData<string> Pages =>
        [
            "README.md",
            "SECURITY.md",
            "deploy/README.md",
            .. Directory.EnumerateFiles(Path.Combine(Root(), "docs"), "*.md").Select(page => $"docs/{Path.GetFileName(page)}"),
        ];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Every_command_of_a_page_is_one_and_has_its_options(string page) =>
        Assert.Empty(Shown(File.ReadAllText(Path.Combine(Root(), page))).Select(Problem).OfType<string>());

    [Theory]
    [InlineData("docs/quickstart-server.md", 4)]
    [InlineData("docs/keys.md", 5)]
    public void Commands_are_found_in_blocks_and_in_sentences(string page, int least) =>
        Assert.True(Shown(File.ReadAllText(Path.Combine(Root(), page))).Count() >= least);

    [Theory]
    [InlineData("user password anna")]
    [InlineData("token craete")]
    [InlineData("backup FILE --everything")]
    public void A_command_that_is_none_is_noticed(string line) => Assert.NotNull(Problem(line));

    [Fact]
    public void The_manual_page_has_every_command()
    {
        var page = File.ReadAllText(Path.Combine(Root(), "deploy/packages/iwtune-server/iwtune-server.1"));
        Assert.Equal(
            ServerCommands.Create().Subcommands.Select(command => command.Name),
            Item().Matches(page).Select(item => item.Groups[1].Value.Replace("\\", "", StringComparison.Ordinal))
        );
    }

    private static IEnumerable<string> Shown(string page) =>
        Block()
            .Matches(page)
            .SelectMany(block => Line().Matches(block.Value))
            .Select(line => line.Groups[1].Value)
            .Concat(Span().Matches(Block().Replace(page, "")).Select(span => Space().Replace(span.Groups[1].Value, " ")))
            .Select(shown => Comment().Split(Quoted().Replace(shown, "X"))[0].Trim());

    private static string Root([CallerFilePath] string here = "") => Path.Combine(Path.GetDirectoryName(here)!, "..", "..", "..");

    private static string? Problem(string line)
    {
        var words = line.Split(' ');
        Command command = ServerCommands.Create();
        var known = 0;
        while (known < words.Length && command.Subcommands.FirstOrDefault(sub => sub.Name == words[known]) is { } sub)
            (command, known) = (sub, known + 1);
        if (known < words.Length && command.Subcommands.Count > 0 && Word().IsMatch(words[known]))
            return $"{line}: no such command";
        var unknown = Option()
            .Matches(line)
            .Select(option => option.Value)
            .Except(command.Options.SelectMany(option => (string[])[option.Name, .. option.Aliases]), StringComparer.Ordinal)
            .Where(option => option != "--help")
            .ToList();
        return unknown.Count == 0 ? null : $"{line}: no {string.Join(", ", unknown)}";
    }

    [GeneratedRegex("(?m)^ *```[\\s\\S]*?^ *```|^    .*$")]
    private static partial Regex Block();

    [GeneratedRegex(@"^ *(?:[#$] |C:\\> )?(?:sudo )?iwtune-server ([a-z].*)$", RegexOptions.Multiline)]
    private static partial Regex Line();

    [GeneratedRegex("`(?:sudo )?iwtune-server\\s([^`]+)`")]
    private static partial Regex Span();

    [GeneratedRegex("'[^']*'|\"[^\"]*\"")]
    private static partial Regex Quoted();

    [GeneratedRegex(@"\s{2,}|\s[|>#]|\s&&|;")]
    private static partial Regex Comment();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Space();

    [GeneratedRegex("^[a-z]")]
    private static partial Regex Word();

    [GeneratedRegex(@"(?<!\S)--[a-z][a-z0-9-]*")]
    private static partial Regex Option();

    [GeneratedRegex(@"^\.TP\n\.BI? ([a-z\\-]+)", RegexOptions.Multiline)]
    private static partial Regex Item();
}
