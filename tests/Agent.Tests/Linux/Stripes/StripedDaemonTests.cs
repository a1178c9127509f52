using System.Globalization;
using IwTune.Agent.Engine.Experiments;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Stripes;

/// <summary>Experiments of the real daemon, with real connections over a path of 100 ms.</summary>
public sealed class StripedDaemonTests : IDisposable
{
    private const int Seed = 5;
    private readonly StripedHost _host = new();

    [Fact]
    public async Task Both_arms_get_their_windows_at_the_same_time_on_both_families_and_everything_goes_at_the_end()
    {
        var before = _host.Rows;
        await _host.StartAsync();
        Assert.Contains("Started", Start("--control", "3", "--treatment", "10"), StringComparison.Ordinal);

        foreach (var ipv6 in (bool[])[false, true])
        {
            foreach (var stripe in Striping.Of(Seed))
                Assert.Equal(stripe.Arm == 0 ? 3 : 10, _host.Fetch(stripe.First + (ipv6 ? 1 : 0), 1000, ipv6).Window);
            Assert.Equal(10, _host.Fetch(20_000, 1000, ipv6).Window); // in no stripe: the kernel's default
        }

        // 13,516 bytes are three flights of 3, 6 and 12 segments, or one of 10: 301 ms against 101 ms.
        Assert.Equal(3, Rounds(arm: 0));
        Assert.Equal(1, Rounds(arm: 1));

        // Nothing counts until a pass over the connections has reported those that ended before the arms existed.
        var more = 0;
        await Until.TrueAsync(
            () =>
            {
                more++;
                _host.Fetch(PortOf(0) + 100 + more, 1000);
                _host.Fetch(PortOf(1) + 100 + more, 1000);
                return Counted("control") >= 2 && Counted("treatment") >= 2;
            },
            () => $"{_host.Ask("experiment", "status")}\n{_host.Run("experiment", "export").Output}"
        );
        var samples = _host.Ask("experiment", "export", "--format", "csv");
        Assert.DoesNotContain("198.51.100", samples, StringComparison.Ordinal);

        Assert.Contains("are gone", _host.Ask("experiment", "stop"), StringComparison.Ordinal);
        Assert.Equal(before, _host.Rows);
        Assert.Equal(10, _host.Fetch(PortOf(0) + 40, 1000).Window);
        Assert.Contains("(undone)", _host.Ask("history"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Only_what_was_asked_for_is_tried()
    {
        await _host.StartAsync();
        Start("--treatment", "20", "--port", "4001");
        Assert.Equal(10, _host.Fetch(PortOf(1), 1000).Window);
        _host.Ask("experiment", "stop");
        _host.Host.Ip("route add 198.51.100.0/24 dev path0");
        Start("--treatment", "20", "--port", "4000", "--prefix", "198.51.100.0/24");
        Assert.Equal(20, _host.Fetch(PortOf(1) + 1, 1000).Window);
        Assert.Equal(10, _host.Fetch(PortOf(0) + 1, 1000).Window);
        Assert.Equal(10, _host.Fetch(PortOf(1) + 1, 1000, ipv6: true).Window);
    }

    [Fact]
    public async Task A_killed_daemon_leaves_what_the_next_start_takes_away_and_says_so()
    {
        var before = _host.Rows;
        var daemon = await _host.StartAsync();
        Start("--treatment", "20");
        daemon.Kill();
        Assert.NotEqual(before, _host.Rows);
        await _host.StartAsync();
        Assert.Equal(before, _host.Rows);
        Assert.Contains("interrupted", _host.Ask("experiment", "list"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("cleanup")]
    [InlineData("rollback", "--all")]
    public async Task Without_a_daemon_other_verbs_take_it_away(params string[] verb)
    {
        var before = _host.Rows;
        (await StartedAsync()).Kill();
        Assert.Equal(0, _host.Run(verb).ExitCode);
        Assert.Equal(before, _host.Rows);
    }

    [Fact]
    public async Task The_commands_of_explain_rollback_take_it_away()
    {
        var before = _host.Rows;
        var daemon = await StartedAsync();
        var byHand = _host.Run("explain-rollback").Output;
        daemon.Kill();
        _host.Host.Exec("sh", "-ec", byHand);
        Assert.Equal(before, _host.Rows);
    }

    [Theory]
    [InlineData("rollback", "--all")]
    [InlineData("hold")]
    public async Task A_roll_back_or_a_hold_ends_it(params string[] verb)
    {
        var before = _host.Rows;
        await StartedAsync();
        _host.Ask(verb);
        await Until.TrueAsync(() => _host.Rows == before, () => _host.Rows);
    }

    [Fact]
    public async Task A_daemon_that_stops_takes_it_away()
    {
        var before = _host.Rows;
        await (await StartedAsync()).StopAsync();
        Assert.Equal(before, _host.Rows);
    }

    [Fact]
    public async Task A_route_that_changes_is_followed_and_one_that_is_more_specific_counts_at_once()
    {
        await StartedAsync();
        _host.Host.Ip("route replace default dev path0 mtu 1400");
        await Until.TrueAsync(
            () => Copies().Length == 2 && Array.TrueForAll(Copies(), copy => copy.Contains("mtu 1400", StringComparison.Ordinal)),
            () => _host.Rows
        );
        Assert.Equal(20, _host.Fetch(PortOf(1), 1000).Window);

        _host.Host.Ip("route add 198.51.100.0/24 dev path0 initcwnd 7");
        Assert.Equal(7, _host.Fetch(PortOf(1) + 1, 1000).Window);
        Assert.Equal(7, _host.Fetch(PortOf(0) + 1, 1000).Window);
        _host.Host.Ip("route del 198.51.100.0/24 dev path0");

        _host.Host.Ip("route del default");
        await Until.TrueAsync(() => Copies().Length == 0, () => _host.Rows);
    }

    [Fact]
    public async Task A_rule_that_somebody_takes_away_ends_it()
    {
        var before = _host.Rows;
        await StartedAsync();
        var stripe = Striping.Of(Seed)[0];
        _host.Host.Ip(
            string.Create(CultureInfo.InvariantCulture, $"rule del priority 32765 iif lo ipproto tcp dport {stripe.First}-{stripe.Last}")
        );
        await Until.TrueAsync(() => _host.Rows == before, () => _host.Rows);
        Assert.Contains("disturbed", _host.Ask("experiment", "list"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rules_of_others_and_limits_are_reasons_to_refuse()
    {
        await _host.StartAsync();
        var before = _host.Rows;
        _host.Host.Ip("rule add priority 100 fwmark 7 lookup 77");
        await File.WriteAllTextAsync(Path.Combine(_host.State, "limits.yaml"), "max: 16\n");
        var refused = _host.Run("experiment", "start", "--treatment", "20", "--socket", _host.State + ".sock");
        Assert.Equal(1, refused.ExitCode);
        Assert.Contains("another program's rule at 100", refused.Error, StringComparison.Ordinal);
        Assert.Contains("more than 16", refused.Error, StringComparison.Ordinal);
        _host.Host.Ip("rule del priority 100");
        Assert.Equal(before, _host.Rows);
    }

    public void Dispose() => _host.Dispose();

    private async Task<LabProcess> StartedAsync()
    {
        var daemon = await _host.StartAsync();
        Start("--treatment", "20");
        return daemon;
    }

    private string Start(params string[] options) => _host.Ask(["experiment", "start", "--seed", "5", .. options]);

    private string[] Copies() => _host.Host.Ip("-4 route show table all proto 106").Split('\n', StringSplitOptions.RemoveEmptyEntries);

    private static int PortOf(int arm) => Striping.Of(Seed).First(stripe => stripe.Arm == arm).First + 100;

    /// <summary>Round trips of the fastest of three transfers: a busy machine makes some of them late, and none early.</summary>
    private int Rounds(int arm)
    {
        var fetches = Enumerable.Range(0, 3).Select(fetch => _host.Fetch(PortOf(arm) + 10 + fetch, 13_516)).ToList();
        return (int)Math.Round(fetches.Min(fetch => fetch.Transfer) / fetches.Min(fetch => fetch.Handshake));
    }

    private int Counted(string arm)
    {
        var row = _host.Ask("experiment", "status").Split('\n').First(line => line.StartsWith(arm, StringComparison.Ordinal));
        return int.Parse(
            row.Split("  ", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)[2],
            NumberStyles.AllowThousands,
            CultureInfo.InvariantCulture
        );
    }
}
