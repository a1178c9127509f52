using IwTune.Agent.Tests.Cli.Manual;

namespace IwTune.Agent.Tests.Cli.Completion;

/// <summary>
/// What the script gives zsh's completion system to offer. The system's own functions only work while a line is edited, so the test
/// replaces them.
/// </summary>
public sealed class ZshCompletionTests : IDisposable
{
    private static readonly string[] System =
    [
        "_describe() { print -l -- ${(P)argv[-1]} }",
        "_files() { print -r -- \"files $*\" }",
        "_message() { print -r -- \"value $*\" }",
        "compadd() { shift; print -l -- $* }",
        "compset() { PREFIX=${PREFIX#*=} }",
        "compdef() { print -r -- \"registered $*\" }",
    ];

    private readonly ScriptFile _script = new("zsh");

    [Fact]
    public void Every_command_offers_its_commands_and_its_options()
    {
        var commands = Helped.All.ToList();
        var offered = Offered([.. commands.SelectMany(command => new[] { $"{command.Path} -", $"{command.Path} " })]);
        foreach (var (i, command) in commands.Index())
        {
            Assert.Equal(command.Options.Order(StringComparer.Ordinal), offered[2 * i].Select(Word).Order(StringComparer.Ordinal));
            if (command.Commands.Count > 0)
                Assert.Equal(command.Commands, offered[(2 * i) + 1].Select(Word));
        }
    }

    [Theory]
    [InlineData("iwtune plan ", "files ")]
    [InlineData("iwtune run --policy ", "files ")]
    [InlineData("iwtune run --policy=/etc", "files ")]
    [InlineData("iwtune show --state ", "files -/")]
    [InlineData("iwtune history --last ", "value N")]
    public void Values_are_files_directories_or_named(string line, string offered) =>
        Assert.Equal([offered], Assert.Single(Offered([line])));

    [Fact]
    public void The_command_is_registered() =>
        Assert.Equal(["registered _iwtune iwtune"], _script.Run([.. System, $"source {_script.Path}"]));

    public void Dispose() => _script.Dispose();

    private static string Word(string offer) => offer.Split(':')[0];

    private string[][] Offered(string[] lines) =>
        _script.RunEach(
            $"{string.Join('\n', System)}\nsource {_script.Path} >/dev/null",
            [
                .. lines.Select(line =>
                    $$"""
                        words=({{(line.EndsWith(' ') ? line + "''" : line)}})
                        CURRENT=$#words PREFIX=${words[-1]}
                        _iwtune
                        """
                ),
            ]
        );
}
