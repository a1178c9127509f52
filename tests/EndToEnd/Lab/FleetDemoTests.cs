using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Lab;

public sealed class FleetDemoTests
{
    /// <summary>
    /// The whole story with fewer simulated hosts: every stage ends the program with an error when its expected result is missing.
    /// </summary>
    [Fact]
    public async Task A_good_revision_reaches_everyone_and_a_harmful_one_is_rolled_back_by_its_gate()
    {
        Privileged.Require();
        using var demo = LabProcess.Start("env", ["--default-signal=INT", Binaries.Lab, "demo-fleet", "--hosts", "120"]);

        Assert.True(await demo.WaitForExitAsync(TimeSpan.FromMinutes(15)) == 0, $"{Ending(demo.Output)}\n\n{demo.Output}");
        Assert.Contains("rolled back by itself", demo.Output, StringComparison.Ordinal);
        Assert.Contains("no host has 44 segments any more", demo.Output, StringComparison.Ordinal);
        Assert.DoesNotContain($"iwt-{demo.Id}-", Commands.Run("ip", "netns", "list"), StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.Combine(Path.GetTempPath(), $"iwtune-demo-fleet-{demo.Id}")));
    }

    [Theory]
    [InlineData("--kep")]
    [InlineData("--hosts")]
    [InlineData("--hosts", "5")]
    public void What_it_does_not_understand_is_a_usage_error(params string[] words) =>
        Assert.Equal(64, Commands.TryRun(Binaries.Lab, ["demo-fleet", .. words]).ExitCode);

    /// <summary>The reason for the end is in the last lines, but a summary shows the first lines of a message.</summary>
    private static string Ending(string output) => string.Join('\n', output.TrimEnd().Split('\n').TakeLast(5));
}
