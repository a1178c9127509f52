using IwTune.Agent.Tests.Cli.Manual;

namespace IwTune.Agent.Tests.Cli.Completion;

/// <summary>What bash offers, tested in bash itself: the function is called as readline calls it.</summary>
public sealed class BashCompletionTests : IDisposable
{
    private readonly ScriptFile _script = new("bash");

    [Fact]
    public void Every_command_offers_its_commands_and_its_options()
    {
        // One shell for all lines: a hundred shells take a minute.
        var commands = Helped.All.ToList();
        var offered = Offered([.. commands.SelectMany(command => new[] { $"{command.Path} -", $"{command.Path} " })]);
        foreach (var (i, command) in commands.Index())
        {
            Assert.Equal(command.Options.Order(StringComparer.Ordinal), offered[2 * i].Order(StringComparer.Ordinal));
            if (command.Commands.Count > 0)
                Assert.Equal(command.Commands, offered[(2 * i) + 1]);
        }
    }

    [Theory]
    [InlineData("iwtune sh", "show")]
    [InlineData("iwtune fleet policies ro", "rollback")]
    [InlineData("iwtune --state fleet pla", "plan")]
    [InlineData("iwtune --state = /tmp pla", "plan")]
    [InlineData("iwtune doctor ipv6", "ipv6-parity")]
    [InlineData("iwtune plan /etc/host", "/etc/host.conf /etc/hostname /etc/hosts")]
    [InlineData("iwtune run --policy /etc/hostn", "/etc/hostname")]
    [InlineData("iwtune run --policy = /etc/hostn", "/etc/hostname")]
    [InlineData("iwtune show --state /proc/sy", "/proc/sys /proc/sysvipc")]
    [InlineData("iwtune predict --size 1", "")]
    [InlineData("iwtune nonsense", "")]
    public void A_word_that_was_begun_is_completed(string line, string words) =>
        Assert.Equal(words.Split(' ', StringSplitOptions.RemoveEmptyEntries), Assert.Single(Offered([line])).Order(StringComparer.Ordinal));

    [Fact]
    public void The_command_is_registered() =>
        Assert.Equal(["complete -F _iwtune iwtune"], _script.Run($"source {_script.Path}", "complete -p iwtune"));

    public void Dispose() => _script.Dispose();

    /// <summary>The completions offered for each line.</summary>
    private string[][] Offered(string[] lines) =>
        _script.RunEach(
            $"source {_script.Path}",
            [
                .. lines.Select(line =>
                    $$"""
                        COMP_WORDS=({{(line.EndsWith(' ') ? line + "''" : line)}})
                        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                        _iwtune
                        printf '%s\n' "${COMPREPLY[@]}"
                        """
                ),
            ]
        );
}
