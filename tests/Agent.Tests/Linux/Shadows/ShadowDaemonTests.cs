using System.Text.RegularExpressions;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Shadows;

/// <summary>
/// The real daemon before routes that must not be written: twins of one next hop on IPv4, a router advertisement's on IPv6.
/// </summary>
public sealed class ShadowDaemonTests : IDisposable
{
    private readonly RouteZoo _zoo = new();
    private readonly DirectoryInfo _files = Directory.CreateTempSubdirectory("iwtune-shadow-");
    private readonly List<LabProcess> _daemons = [];

    public ShadowDaemonTests()
    {
        File.WriteAllText(Policy, "policy: edge\nwindow: { initcwnd: 20 }\nscopes: [default]\n");
        _zoo.Host.Ip("-6 route add default via fd99::2 proto ra expires 900");
        MakeTwins("10.99.0.2");
    }

    [Fact]
    public async Task A_daemon_that_stops_takes_its_shadows_away_and_sets_them_again_without_blaming_anybody()
    {
        var oracle = _zoo.Oracle();
        for (var start = 0; start < 2; start++)
        {
            var daemon = await StartAsync();
            Assert.Equal(2, _zoo.Shadows().Length);
            await daemon.StopAsync();
            Assert.Equal(oracle, _zoo.Oracle());
        }
        var history = Run("history");
        Assert.Contains("set again edge", history, StringComparison.Ordinal);
        Assert.DoesNotContain("repaired", history, StringComparison.Ordinal);
        Assert.Contains("restored", Run("rollback", "--all"), StringComparison.Ordinal);
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Fact]
    public async Task A_new_gateway_is_followed_and_never_are_there_two_rows()
    {
        await StartAsync();
        for (var change = 0; change < 3; change++)
        {
            var gateway = change % 2 == 0 ? "10.99.0.3" : "10.99.0.2";
            _zoo.Host.Ip("route del default metric 100");
            _zoo.Host.Ip("route del default metric 100");
            MakeTwins(gateway);
            await Until.TrueAsync(
                () =>
                    Ipv4Shadows() is [var only]
                    && only.Contains($"via {gateway} ", StringComparison.Ordinal)
                    && only.Contains("initcwnd 20", StringComparison.Ordinal),
                () => $"shadows: {string.Join(", ", _zoo.Shadows())}"
            );
        }
        _zoo.Host.Ip("-6 route del default proto ra");
        await Until.TrueAsync(() => _zoo.Shadows().Length == 1, () => $"shadows: {string.Join(", ", _zoo.Shadows())}");
    }

    [Fact]
    public async Task Killed_again_and_again_it_leaves_at_most_one_row_and_the_next_start_takes_it_over()
    {
        for (var round = 0; round < 4; round++)
        {
            var daemon = Start();
            if (round % 2 == 0)
                await ShadowsStandAsync();
            daemon.Kill();
            Assert.InRange(Ipv4Shadows().Length, 0, 1);
        }
        var last = await StartAsync();
        Assert.Single(Ipv4Shadows());
        last.Kill();
        Assert.Equal(2, _zoo.Shadows().Length);
        Assert.Contains("2 shadow routes removed", Run("cleanup"), StringComparison.Ordinal);
        Assert.Empty(_zoo.Shadows());
        Assert.Contains("Nothing to clean up", Run("cleanup"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_a_killed_daemon_left_before_a_gateway_that_changed_goes_at_the_next_start()
    {
        (await StartAsync()).Kill();
        _zoo.Host.Ip("route del default metric 100");
        _zoo.Host.Ip("route del default metric 100");
        MakeTwins("10.99.0.3");
        Assert.Contains("via 10.99.0.2", Assert.Single(Ipv4Shadows()), StringComparison.Ordinal); // why stand-down and cleanup exist
        await StartAsync();
        await Until.TrueAsync(
            () => Ipv4Shadows() is [var only] && only.Contains("via 10.99.0.3", StringComparison.Ordinal),
            () => $"shadows: {string.Join(", ", _zoo.Shadows())}"
        );
    }

    [Fact]
    public void Without_a_daemon_apply_and_plan_refuse_with_the_reason()
    {
        var oracle = _zoo.Oracle();
        foreach (var verb in (string[])["plan", "apply"])
        {
            var result = _zoo.Host.TryExec(Program, verb, Policy, "--state", State);
            Assert.Equal(2, result.ExitCode);
            Assert.Contains("iwtune run --policy FILE", Unwrapped(result.Output + result.Error), StringComparison.Ordinal);
        }
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Theory]
    [InlineData("rollback", "--all")]
    [InlineData("apply", "")]
    public async Task What_a_killed_daemon_left_before_routes_that_are_gone_goes_with_the_next_command_that_changes_the_host(
        string verb,
        string option
    )
    {
        (await StartAsync()).Kill();
        _zoo.Host.Ip("route del default metric 100");
        _zoo.Host.Ip("route del default metric 100");
        Assert.Equal(2, _zoo.Shadows().Length);
        _zoo.Host.TryExec(Program, verb, option.Length > 0 ? option : Policy, "--state", State);
        Assert.Empty(_zoo.Shadows());
    }

    [Fact]
    public async Task With_a_daemon_plan_knows_that_it_follows_and_cleanup_leaves_it_alone()
    {
        await StartAsync();
        Assert.DoesNotContain(
            "No agent runs here",
            Unwrapped(_zoo.Host.TryExec(Program, "plan", Policy, "--state", State).Output),
            StringComparison.Ordinal
        );
        var refused = _zoo.Host.TryExec(Program, "cleanup", "--state", State);
        Assert.Equal(1, refused.ExitCode);
        Assert.Equal(2, _zoo.Shadows().Length);
        Assert.Equal(
            2,
            Run("explain-rollback")
                .Split('\n')
                .Count(line => line.StartsWith("ip ", StringComparison.Ordinal) && line.Contains(" del default ", StringComparison.Ordinal))
        );
    }

    [Fact]
    public async Task The_commands_of_explain_rollback_work_with_the_agent_dead()
    {
        var oracle = _zoo.Oracle();
        var daemon = await StartAsync();
        var byHand = Run("explain-rollback");
        daemon.Kill();
        _zoo.Host.Exec("sh", "-ec", byHand);
        Assert.Equal(oracle, _zoo.Oracle());
    }

    [Fact]
    public async Task Two_daemons_of_one_namespace_come_to_rest()
    {
        var first = await StartAsync();
        var second = await StartAsync("second");
        await Until.TrueAsync(() => _zoo.Shadows().Length == 2, () => "no shadows");
        await second.StopAsync();
        await Until.TrueAsync(() => _zoo.Shadows().Length == 2, () => $"the first did not set them again:\n{first.Output}");
        Assert.InRange(first.Output.Split("again.").Length - 1, 0, 6);
    }

    public void Dispose()
    {
        foreach (var daemon in _daemons)
            daemon.Dispose();
        _zoo.Dispose();
        _files.Delete(recursive: true);
    }

    private static string Program => Binaries.Agent;

    private string Policy => Path.Combine(_files.FullName, "policy.yaml");

    private string State => Path.Combine(_files.FullName, "state");

    private string[] Ipv4Shadows() => [.. _zoo.Shadows().Where(row => row.Contains("10.99", StringComparison.Ordinal))];

    /// <summary>Two routes of one key, which a replace cannot distinguish.</summary>
    private void MakeTwins(string gateway)
    {
        _zoo.Host.Ip($"route add default via {gateway} metric 100");
        _zoo.Host.Ip($"route append default via {gateway} metric 100 mtu 1400");
    }

    private LabProcess Start(string state = "state")
    {
        var at = Path.Combine(_files.FullName, state);
        var daemon = _zoo.Host.Start(Program, "run", "--policy", Policy, "--state", at, "--socket", at + ".sock");
        _daemons.Add(daemon);
        return daemon;
    }

    private async Task<LabProcess> StartAsync(string state = "state")
    {
        var daemon = Start(state);
        await daemon.WaitForLineAsync("enforces edge");
        await ShadowsStandAsync();
        return daemon;
    }

    private Task ShadowsStandAsync() =>
        Until.TrueAsync(() => _zoo.Shadows().Length == 2, () => $"shadows: {string.Join(", ", _zoo.Shadows())}\n{_daemons[^1].Output}");

    private string Run(params string[] arguments) => _zoo.Host.Exec(Program, [.. arguments, "--state", State]);

    private static string Unwrapped(string text) => Regex.Replace(text, @"\s+", " ");
}
