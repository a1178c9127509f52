using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The program on a real terminal (script(1)).</summary>
public sealed class RealTerminalTests
{
    [Theory]
    [InlineData(60, 50)]
    [InlineData(130, 81)]
    public void Its_width_is_used_and_with_NO_COLOR_no_escape_sequence_is_written(int width, int least)
    {
        var help = OnTerminal($"stty cols {width}; exec {Binaries.Agent} apply --help");
        Assert.DoesNotContain('\e', help);
        var longest = help.Split('\n')
            .Select(line => line.TrimEnd('\r'))
            .Where(line => !line.Contains("iwtune", StringComparison.Ordinal))
            .Max(line => line.Length);
        Assert.InRange(longest, least, width);
    }

    [Fact]
    public void A_terminal_that_does_not_know_its_width_gets_eighty_columns()
    {
        var help = OnTerminal($"stty cols 0; exec {Binaries.Agent} apply --help");
        Assert.InRange(
            help.Split('\n')
                .Select(line => line.TrimEnd('\r'))
                .Where(line => !line.Contains("iwtune", StringComparison.Ordinal))
                .Max(line => line.Length),
            65,
            80
        );
    }

    [Fact]
    public void Standard_input_that_cannot_be_read_is_said()
    {
        var result = Commands.TryRun("sh", ["-c", $"exec {Binaries.Agent} plan - < /"]);
        Assert.Equal(64, result.ExitCode);
        Assert.Contains("Standard input cannot be read", result.Error, StringComparison.Ordinal);
    }

    /// <summary>Two programs behind one redirection write one after the other.</summary>
    [Fact]
    public void What_follows_in_the_same_file_is_not_written_over()
    {
        var file = Path.GetTempFileName();
        Commands.Run("sh", "-c", $"(echo before; {Binaries.Agent} --version; {Binaries.Agent} --version; echo after) > {file}");
        var lines = File.ReadAllLines(file);
        File.Delete(file);
        Assert.Equal(4, lines.Length);
        Assert.Equal(("before", lines[2], "after"), (lines[0], lines[1], lines[3]));
    }

    private static string OnTerminal(string command)
    {
        var result = Commands.TryRun(
            "script",
            ["-qec", command, "/dev/null"],
            new Dictionary<string, string> { ["NO_COLOR"] = "1", ["TERM"] = "xterm-256color" }
        );
        Assert.True(result.ExitCode == 0, result.Output + result.Error);
        return result.Output;
    }
}
