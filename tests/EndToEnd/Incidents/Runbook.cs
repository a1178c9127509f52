using System.Text.RegularExpressions;
using IwTune.Lab;

namespace IwTune.EndToEnd.Incidents;

/// <summary>The commands of a section of docs/incidents.md, run one after the other as they stand there.</summary>
internal sealed partial class Runbook
{
    private readonly Queue<string> left;

    /// <param name="section">Its heading.</param>
    public Runbook(string section)
    {
        var page = File.ReadAllText(Path.Combine(Binaries.Root, "docs", "incidents.md"));
        var text = page.Split("\n## ").Single(one => one.StartsWith($"{section}\n", StringComparison.Ordinal));
        left = new(text.Split('\n').Where(line => line.StartsWith("    ", StringComparison.Ordinal)).Select(line => line.Trim()));
    }

    /// <summary>Runs the words after <c>iwtune-server</c>.</summary>
    public required Func<string[], CommandResult> OnServer { get; init; }

    /// <summary>Runs the words after <c>iwtune</c> for an administrator of the fleet.</summary>
    public required Func<string[], CommandResult> ByAdministrator { get; init; }

    /// <summary>Runs the words after <c>iwtune</c> on the host that the section is about.</summary>
    public Func<string[], CommandResult> OnHost { get; init; } = words => throw new LabException($"on which host? {words[0]}");

    /// <summary>Runs the next command, which must be this one, and must succeed.</summary>
    /// <param name="command">As on the page.</param>
    /// <param name="values">What stands for its words in capitals, in their order.</param>
    /// <returns>Its output.</returns>
    public string Run(string command, params string[] values)
    {
        Assert.Equal(left.Dequeue(), command);
        var given = new Queue<string>(values);
        string[] words = [.. Word().Matches(command).Select(word => Capitals().Replace(word.Value.Trim('"'), _ => given.Dequeue()))];
        Assert.Empty(given);
        var result = words switch
        {
            ["iwtune-server", .. var rest] => OnServer(rest),
            ["iwtune", "fleet", ..] => ByAdministrator(words[1..]),
            _ => OnHost(words[1..]),
        };
        Assert.True(result.ExitCode == 0, $"{command} ({string.Join(' ', values)}): exit {result.ExitCode}: {result.Error}{result.Output}");
        return result.Output;
    }

    /// <summary>The section has no more commands.</summary>
    public void AssertAtEnd() => Assert.Empty(left);

    [GeneratedRegex("\"[^\"]*\"|[^ ]+")]
    private static partial Regex Word();

    /// <summary>The whole word, or what comes after a colon: <c>user:NAME</c>.</summary>
    [GeneratedRegex("(?<=^|:)[A-Z]+$")]
    private static partial Regex Capitals();
}
