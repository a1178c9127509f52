using System.Text.RegularExpressions;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Manual;

/// <summary>docs/parity.md names a command for each form of the console: each of these commands exists.</summary>
public sealed partial class ParityTests
{
    [Fact]
    public void Every_command_that_stands_for_a_form_of_the_console_is_one()
    {
        var commands = Helped.All.Select(command => command.Path).ToHashSet(StringComparer.Ordinal);
        var named = File.ReadLines(Path.Combine(Binaries.Root, "docs", "parity.md"))
            .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
            .SelectMany(line => Command().Matches(line).Select(match => match.Groups[1].Value))
            .ToList();

        Assert.InRange(named.Count, 40, 1000);
        Assert.Empty(named.Except(commands, StringComparer.Ordinal));
    }

    [GeneratedRegex("`(iwtune [^`]+)`", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Command();
}
