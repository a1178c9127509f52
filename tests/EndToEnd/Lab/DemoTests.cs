using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Lab;

[Collection(nameof(Timed))]
public sealed class DemoTests
{
    [Fact]
    public async Task Interrupted_it_ends_its_programs_and_removes_its_namespaces_and_files()
    {
        Privileged.Require();
        // A shell starts background processes with SIGINT ignored, and the program that runs the tests may be such a process.
        using var demo = LabProcess.Start("env", ["--default-signal=INT", Binaries.Lab, "demo"]);
        await demo.WaitForLineAsync("host2$ iwtune run", Until.Limit);
        Assert.Contains($"iwt-{demo.Id}-", Commands.Run("ip", "netns", "list"), StringComparison.Ordinal);

        Assert.Equal(130, await demo.InterruptAsync(Until.Limit));
        Assert.DoesNotContain($"iwt-{demo.Id}-", Commands.Run("ip", "netns", "list"), StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.Combine(Path.GetTempPath(), $"iwtune-demo-{demo.Id}")));
        Assert.DoesNotContain($"iwtune-demo-{demo.Id}", Commands.Run("ps", "-eo", "args"), StringComparison.Ordinal);
    }

    [Fact]
    public void What_it_does_not_understand_is_a_usage_error()
    {
        Assert.Equal(64, Commands.TryRun(Binaries.Lab, "demo", "--kep").ExitCode);
        Assert.Equal(64, Commands.TryRun(Binaries.Lab).ExitCode);
    }
}
