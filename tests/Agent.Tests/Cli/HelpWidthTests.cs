using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Help fits its terminal, and no escape sequences are written where they are disabled.</summary>
[Collection("command line")]
public sealed class HelpWidthTests
{
    [Theory]
    [InlineData(null, 80)]
    [InlineData(60, 60)]
    [InlineData(120, 120)]
    public async Task No_line_of_help_is_longer_than_the_terminal_but_a_command_to_copy(int? width, int most)
    {
        foreach (
            var verb in (string[])
                ["", "apply", "set", "rollback", "status", "run", "fleet holds set", "fleet webhooks add", "predict", "config check"]
        )
        {
            using var output = new StringWriter { NewLine = "\n" };
            var terminal = new Terminal(output, TextWriter.Null, TextReader.Null, Interactive: false, Colour: false) { Width = width };
            Assert.Equal(
                0,
                await CommandLine.RunAsync(
                    [.. verb.Split(' ', StringSplitOptions.RemoveEmptyEntries), "--help"],
                    CliContext.OfThisProcess() with
                    {
                        Terminal = terminal,
                    },
                    Program.Verbs
                )
            );
            Assert.DoesNotContain(
                output.ToString().Split('\n'),
                line => line.Length > most && !line.StartsWith("  ", StringComparison.Ordinal)
            );
            Assert.DoesNotContain(
                output.ToString().Split('\n'),
                line =>
                    line.Length > most
                    && !line.Contains("iwtune", StringComparison.Ordinal)
                    && !line.StartsWith("  scopes:", StringComparison.Ordinal)
                    && !line.TrimStart().StartsWith('-')
                    && line.Trim().Contains(' ', StringComparison.Ordinal)
            );
            Assert.DoesNotContain('\e', output.ToString());
        }
    }

    [Fact]
    public void Sentences_that_the_source_breaks_are_whole_again_and_lists_stay() =>
        Assert.Equal("One two three.\nFour:\n  five\n- six", Wrapping.Joined("One two\nthree.\nFour:\n  five\n- six"));

    [Theory]
    [InlineData(true, true)]
    [InlineData(false, false)] // NO_COLOR, TERM=dumb, or no terminal
    public void A_progress_line_is_written_only_where_escapes_are_wanted(bool escapes, bool written)
    {
        using var error = new StringWriter();
        using (
            var progress = new ProgressLine(
                new Terminal(TextWriter.Null, error, TextReader.Null, Interactive: true, Colour: false) { Width = 80, Escapes = escapes }
            )
        )
            progress.Show("half");
        Assert.Equal(written, error.ToString().Length > 0);
    }
}
