using IwTune.Agent.Linux.Bpf;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>
/// The real daemon with the program: the windows hold while the daemon lives, and nothing remains after it ends, however it ended.
/// </summary>
public sealed class BpfDaemonTests : IDisposable
{
    private const string Policy = """
        policy: edge
        window: { initcwnd: 30 }
        scopes: [default]
        limits: { step: x4 }
        """;

    private readonly BpfBench _bench = new();
    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-bpf-").FullName;
    private readonly string _oracle;

    public BpfDaemonTests()
    {
        File.WriteAllText(Path.Combine(_folder, "policy.yaml"), Policy);
        File.WriteAllText(Path.Combine(_folder, "agent.yaml"), $"bpf: {{ cgroup: {_bench.Group.Path} }}\n");
        _oracle = _bench.Zoo.Oracle();
    }

    [Fact]
    public async Task It_holds_the_windows_while_it_runs_and_leaves_nothing_when_it_is_killed()
    {
        using (var killed = await StartAsync("--backend", "bpf"))
        {
            await HoldsAsync(30);
            Assert.Equal(_oracle, _bench.Zoo.Oracle());
            killed.Kill();
        }
        Assert.Empty(ProgramQuery.Of(_bench.Group.Path, inherited: false));
        Assert.Equal("10", await _bench.ConnectAsync("10.77.0.1"));

        using (var again = await StartAsync("--backend", "bpf"))
        {
            await HoldsAsync(30);
            Assert.DoesNotContain("Drifted", Run("history").Output, StringComparison.Ordinal);
            Assert.True(await again.StopAsync() == 0, again.Output);
            Assert.Contains("Connections get the window of their route again", again.Output, StringComparison.Ordinal);
        }
        Assert.Empty(ProgramQuery.Of(_bench.Group.Path, inherited: false));
        Assert.Equal("10", await _bench.ConnectAsync("10.77.0.1"));
        Assert.Equal(_oracle, _bench.Zoo.Oracle());
    }

    [Fact]
    public async Task A_program_that_somebody_takes_off_is_put_on_again_and_told_as_drift()
    {
        using var daemon = await StartAsync("--backend", "bpf");
        await HoldsAsync(30);
        var id = Assert.Single(ProgramQuery.Of(_bench.Group.Path, inherited: false)).Id;
        LinkRemoval.TakeOff(id);
        _bench.Zoo.Host.Ip("route add 10.1.0.0/16 via 10.98.0.2"); // this makes the daemon look
        await Until.TrueAsync(() => ProgramQuery.Of(_bench.Group.Path, inherited: false) is [var one] && one.Id != id, () => daemon.Output);
        await HoldsAsync(30);
        Assert.Contains("is 'default' now", daemon.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_change_of_the_backend_puts_back_what_the_other_one_set()
    {
        using (var routes = await StartAsync())
        {
            await HoldsAsync(30);
            Assert.Contains("initcwnd 30", _bench.Zoo.Host.Ip("route show default"), StringComparison.Ordinal);
            await routes.StopAsync();
        }
        using (var program = await StartAsync("--backend", "bpf"))
        {
            await HoldsAsync(30);
            Assert.Contains("was restored first", program.Output, StringComparison.Ordinal);
            Assert.Equal(_oracle, _bench.Zoo.Oracle());
            await program.StopAsync();
        }
        using (await StartAsync())
        {
            await HoldsAsync(30);
            Assert.Empty(ProgramQuery.Of(_bench.Group.Path, inherited: false));
            Assert.Equal(0, Run("rollback", "--all").ExitCode);
            Assert.Equal(_oracle, _bench.Zoo.Oracle());
        }
    }

    [Fact]
    public void Without_a_daemon_apply_is_refused_with_the_reason()
    {
        File.AppendAllText(Path.Combine(_folder, "agent.yaml"), "backend: bpf\n");
        var applied = Alone("apply", Path.Combine(_folder, "policy.yaml"));
        Assert.Contains("while an agent runs", applied.Output + applied.Error, StringComparison.Ordinal);
        Assert.Equal(2, applied.ExitCode);
        Assert.Empty(ProgramQuery.Of(_bench.Group.Path, inherited: false));
    }

    [Theory]
    [InlineData("+net_admin", 3, "It needs CAP_NET_ADMIN and CAP_BPF")]
    [InlineData("+net_admin,+bpf", 2, "while an agent runs")]
    public async Task What_the_process_may_not_do_is_said(string capabilities, int exit, string text)
    {
        File.WriteAllText(Path.Combine(_folder, "agent.yaml"), $"backend: bpf\nbpf: {{ cgroup: {_bench.Group.PlainPath} }}\n");
        using var planned = _bench.StartSeeing(
            "setpriv",
            [$"--bounding-set=-all,{capabilities}", Binaries.Agent, "plan", Path.Combine(_folder, "policy.yaml"), "--state", _folder]
        );
        Assert.Equal(exit, await planned.WaitForExitAsync());
        Assert.Contains(text, planned.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_daemon_needs_two_capabilities_and_no_more()
    {
        File.WriteAllText(Path.Combine(_folder, "agent.yaml"), $"backend: bpf\nbpf: {{ cgroup: {_bench.Group.PlainPath} }}\n");
        using var daemon = _bench.StartSeeing(
            "setpriv",
            [
                "--bounding-set=-all,+net_admin,+bpf",
                Binaries.Agent,
                "run",
                "--policy",
                Path.Combine(_folder, "policy.yaml"),
                "--state",
                _folder,
                "--socket",
                Socket,
            ]
        );
        await Until.TrueAsync(() => Run("status").ExitCode == 0, () => daemon.Output);
        await HoldsAsync(30);
        Assert.True(await daemon.StopAsync() == 0, daemon.Output);
        Assert.Empty(ProgramQuery.Of(_bench.Group.Path, inherited: false));
    }

    [Fact]
    public void A_host_without_control_groups_of_version_2_says_so()
    {
        // In a network namespace of `ip netns`, /sys is another mount, without them.
        File.WriteAllText(Path.Combine(_folder, "agent.yaml"), "backend: bpf\n");
        var planned = Alone("plan", Path.Combine(_folder, "policy.yaml"));
        Assert.Contains("needs control groups of version 2", planned.Output + planned.Error, StringComparison.Ordinal);
        Assert.Equal(3, planned.ExitCode);
    }

    [Fact]
    public async Task A_fresh_connection_of_the_daemon_proves_the_window_and_names_the_program()
    {
        using var daemon = await StartAsync("--backend", "bpf");
        await HoldsAsync(30);
        using var verify = _bench.StartProgram(Binaries.Agent, ["verify", "--peer", $"10.77.0.1:{BpfBench.Port}", "--state", _folder]);
        await verify.WaitForExitAsync();
        Assert.Contains("edge: this host complies with the policy", verify.Output, StringComparison.Ordinal);
        Assert.Contains("30 segments to 10.77.0.1:7443", verify.Output, StringComparison.Ordinal);
        Assert.Contains("* BPF program    30 seg", verify.Output, StringComparison.Ordinal);
        Assert.Contains("the agent's own sock_ops program sets it", verify.Output, StringComparison.Ordinal);
        Assert.Matches(@"default via 10\.99\.0\.2 dev v0 +\* +30 +- +boot +bpf", Run("show").Output);
        Assert.Contains("no route was written; the window of ipv4 main default", Run("explain-rollback").Output, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _bench.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task<LabProcess> StartAsync(params string[] options)
    {
        var daemon = _bench.StartProgram(
            Binaries.Agent,
            ["run", "--policy", Path.Combine(_folder, "policy.yaml"), "--state", _folder, "--socket", Socket, .. options]
        );
        await Until.TrueAsync(() => Run("status").ExitCode == 0, () => daemon.Output);
        return daemon;
    }

    private string Socket => Path.Combine(_folder, "s");

    private CommandResult Alone(params string[] arguments) => _bench.Zoo.Host.TryExec(Binaries.Agent, [.. arguments, "--state", _folder]);

    private CommandResult Run(params string[] arguments) =>
        _bench.Zoo.Host.TryExec(Binaries.Agent, [.. arguments, "--state", _folder, "--socket", Socket]);

    private async Task HoldsAsync(int segments)
    {
        var got = "";
        await Until.TrueAsync(
            async () => (got = await _bench.ConnectAsync("10.77.0.1", "[fd77::1]")) == $"{segments} {segments}",
            () => got
        );
    }
}
