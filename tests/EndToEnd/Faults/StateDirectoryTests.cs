using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

/// <summary>No before-image, no change.</summary>
public sealed class StateDirectoryTests
{
    [Theory]
    [InlineData("read-only", "mount -t tmpfs -o ro,size=64k tmpfs \"$1\"")]
    [InlineData("full", "mount -t tmpfs -o size=16k tmpfs \"$1\" && head -c 65536 /dev/zero > \"$1/filler\" 2>/dev/null; true")]
    public void When_the_before_image_cannot_be_kept_the_step_is_not_taken(string what, string prepare)
    {
        using var site = new TestSite();
        var state = Directory.CreateDirectory(site.File("state")).FullName;
        // `ip netns exec` gives each command its own mounts: this one disappears with it.
        var result = site.Host.Space.TryExec(
            "sh",
            "-c",
            $"{{ {prepare}; }} && exec \"$2\" apply \"$3\" --state \"$1\"",
            "sh",
            state,
            Binaries.Agent,
            site.Policy(4)
        );
        Assert.True(result.ExitCode is 1 or 5, $"{what}: exit {result.ExitCode}: {result.Error}{result.Output}");
        Assert.Contains(state, result.Error + result.Output, StringComparison.Ordinal);
        site.AssertUntouched();
    }

    [Fact]
    public async Task A_second_daemon_on_the_same_state_directory_is_refused_by_name()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        agent.Start("--policy", site.Policy(4));
        await site.InitCwndIsAsync(4, () => agent.Output);

        var second = agent.Run("run", "--policy", site.File("edge.yaml"), "--state", agent.State, "--socket", site.File("second.sock"));
        Assert.NotEqual(0, second.ExitCode);
        Assert.Contains($"{agent.Daemon.Id}", second.Error, StringComparison.Ordinal);
        Assert.Contains(agent.State, second.Error, StringComparison.Ordinal);
        Assert.False(agent.Daemon.Ended);
    }
}
