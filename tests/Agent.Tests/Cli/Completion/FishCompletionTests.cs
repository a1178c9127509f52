using IwTune.Agent.Tests.Cli.Manual;

namespace IwTune.Agent.Tests.Cli.Completion;

/// <summary>What fish offers, tested in fish itself.</summary>
public sealed class FishCompletionTests : IDisposable
{
    private readonly ScriptFile _script = new("fish");

    [Fact]
    public void Every_command_offers_its_commands_and_its_options()
    {
        // One process for all lines: fish starts slowly, and completes slowly. A command without commands has options alone.
        var lines = Helped.All.SelectMany(command =>
            (string[])
                [
                    $"echo '= {command.Path}'",
                    $"complete -C '{command.Path} --'",
                    .. command.Commands.Count > 0 ? (string[])[$"complete -C '{command.Path} '"] : [],
                ]
        );
        var offered = _script.Run([$"source {_script.Path}", .. lines]);
        foreach (var command in Helped.All)
        {
            var own = offered
                .SkipWhile(line => line != $"= {command.Path}")
                .Skip(1)
                .TakeWhile(line => line[0] != '=')
                .Select(line => line.Split('\t')[0])
                .ToList();
            Assert.Subset(
                own.ToHashSet(StringComparer.Ordinal),
                command.Options.Where(option => option.Length > 2).ToHashSet(StringComparer.Ordinal)
            );
            Assert.Subset(own.ToHashSet(StringComparer.Ordinal), command.Commands.ToHashSet(StringComparer.Ordinal));
            Assert.Equal(
                own.Count(word => word.StartsWith("--", StringComparison.Ordinal)),
                command.Options.Count(option => option.Length > 2)
            );
        }
    }

    [Theory]
    [InlineData("iwtune fleet policies ro", "rollback")]
    [InlineData("iwtune --state fleet pla", "plan")]
    [InlineData("iwtune doctor ipv6", "ipv6-parity")]
    [InlineData("iwtune run --policy /etc/hostn", "/etc/hostname")]
    [InlineData("iwtune nonsense", "")]
    public void A_word_that_was_begun_is_completed(string line, string word) =>
        Assert.Equal(
            word.Length == 0 ? [] : [word],
            _script.Run($"source {_script.Path}", $"complete -C '{line}'").Select(offer => offer.Split('\t')[0])
        );

    public void Dispose() => _script.Dispose();
}
