using System.Text;
using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Ports;
using IwTune.Agent.Reporting;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Deciding;

/// <summary>A window that a host decides is handled like every window: before-image, step, read-back, history, restore.</summary>
public sealed class DecidingTests : IDisposable
{
    private const string Auto = "window: auto\nscopes: [default]\nauto: { max: 16, every: 100, period: 0s }";
    private const string Learned =
        "window: { initcwnd: 10 }\nscopes: [default, { prefix: 10.0.0.0/8, window: learned }]\nlearned: { endpoints: [10.0.0.0/8] }";
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private DecidingHost _host;

    public DecidingTests() => _host = new DecidingHost(_bench);

    [Fact]
    public async Task It_begins_with_ten_rises_by_two_and_is_halved_by_loss()
    {
        await _host.ApplyAsync(Auto);
        Assert.Equal(10, Default);
        List<int?> seen = [];
        foreach (var losses in (int[])[0, 5, 0, 0, 6, 0])
        {
            _host.Connections(100, losses);
            await _host.DecideAsync();
            seen.Add(Default);
        }
        Assert.Equal([12, 14, 16, 16, 8, 10], seen);
        Assert.Equal(BundlePhase.Applied, _host.Control.Reports.Latest!.State.Phase);
    }

    [Fact]
    public async Task Where_losses_cannot_be_judged_nothing_is_decided_and_status_says_so()
    {
        await _host.ApplyAsync(Auto);
        string Note() => Assert.Single(_host.Control.Reports.Decided!).Note;
        _host.Connections(19, judged: false);
        Assert.Equal("", Note());
        _host.Connections(200, judged: false);
        await _host.DecideAsync();
        Assert.Equal(10, Default);
        Assert.Contains("only under cubic and reno", Note(), StringComparison.Ordinal);
        _host.Connections(1);
        Assert.Equal("", Note());
    }

    [Fact]
    public async Task What_is_verified_on_request_is_reported_with_its_decisions()
    {
        await _host.ApplyAsync(Auto);
        var outbox = Outbox.Open(_bench.State.File("outbox"), 1 << 20, _bench.Clock);
        var shipper = new Shipper(
            outbox,
            (_, _) => throw new InvalidOperationException("nothing is sent here"),
            new BackOff(new Schedule(55, 60, 0), _bench.Clock, () => 0.5),
            _bench.Clock
        );
        _host.Control.Reports.SendTo(new Reporter(outbox, new EvidenceFilter(), shipper, AgentLog.Silent));

        await _host.Control.Local.VerifyAsync(CancellationToken.None);

        var lines = Encoding.UTF8.GetString(outbox.Take(100, 1 << 20).Body.Span).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var state = Assert.Single(
            lines.Select(line => JsonSerializer.Deserialize(line, WireJson.Default.ReportLine)!.State).OfType<HostState>()
        );
        Assert.Equal(["default"], state.Decided?.Select(decided => decided.Scope));
    }

    [Fact]
    public async Task Each_change_stands_in_the_history_with_its_reason_and_expectation()
    {
        await _host.ApplyAsync(Auto);
        _host.Connections(100, losses: 1);
        await _host.DecideAsync();
        _host.Connections(100, losses: 10);
        await _host.DecideAsync();

        Assert.Equal(
            [
                (TransactionKind.Apply, ""),
                (TransactionKind.Decide, "default: raised 10 → 12: 100 connections, first-flight loss 1.0 %, expected 0 ms"),
                (
                    TransactionKind.Decide,
                    "default: halved 12 → 6: 100 connections, first-flight loss 10.0 %, more than 5 %, expected +50 ms at p50"
                ),
            ],
            _host.Reconciler.Journal.Transactions.Select(past => (past.Kind, past.Why))
        );
        var decided = Assert.Single(_host.Control.Reports.Latest!.State.Decided!);
        Assert.Equal(
            ("default", "auto", 6, 3, 16, 0),
            (decided.Scope, decided.Word, decided.Value, decided.Min, decided.Max, decided.Connections)
        );
        Assert.StartsWith("halved 12 → 6", decided.Last, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_goes_on_after_a_kill_and_after_a_reboot()
    {
        await _host.ApplyAsync(Auto);
        _host.Connections(100);
        await _host.DecideAsync();
        _host.Connections(60);
        _bench.Clock.Advance(TimeSpan.FromMinutes(2));
        await _host.DecideAsync();
        Restart();
        _bench.Tuner.BootId = "boot-2";
        _bench.Tuner.Change(Bench.Default, route => route with { Window = Shared.Policies.Window.Unset });

        await _host.Control.Enforcement.ReconcileAsync(CancellationToken.None);
        Assert.Equal(12, Default);
        _host.Connections(40);
        await _host.DecideAsync();
        Assert.Equal(14, Default);
    }

    [Fact]
    public async Task A_kill_between_deciding_and_setting_is_made_good_as_a_decision_and_not_as_drift()
    {
        await _host.ApplyAsync(Auto);
        _host.Connections(100);
        _bench.Tuner.Unavailable = true;
        await _host.DecideAsync();
        _bench.Tuner.Unavailable = false;
        Assert.Equal(10, Default);
        Restart();
        await _host.Control.Enforcement.ReconcileAsync(CancellationToken.None);

        Assert.Equal(12, Default);
        var last = _host.Reconciler.Journal.Transactions.Last();
        Assert.Equal(TransactionKind.Decide, last.Kind);
        Assert.StartsWith("default: raised 10 → 12: 100 connections", last.Why, StringComparison.Ordinal);
        Assert.Null(_host.Control.Reports.Latest!.State.Repaired);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Rolling_back_puts_back_what_was_before_and_forgets(bool all)
    {
        await _host.ApplyAsync(Auto);
        for (var i = 0; i < 30; i++)
        {
            _host.Connections(100, losses: i % 3 == 2 ? 9 : 0);
            await _host.DecideAsync();
        }
        await _host.Control.Local.RollbackAsync(all, CancellationToken.None);

        Assert.Equal(Shared.Policies.Window.Unset, _bench.WindowOf(Bench.Default));
        Assert.Null(_host.Control.Reports.Latest!.State.Decided);
        await _host.ApplyAsync(Auto);
        Assert.Equal(10, Default);
    }

    [Fact]
    public async Task A_content_that_found_everything_there_is_rolled_back_with_what_was_decided_under_it()
    {
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new(10, null) });
        await _host.ApplyAsync(Auto);
        _host.Connections(100);
        await _host.DecideAsync();
        Assert.Equal(12, Default);
        await _host.Control.Local.RollbackAsync(all: false, CancellationToken.None);
        Assert.Equal(10, Default);
    }

    [Fact]
    public async Task A_hundred_decisions_do_not_push_out_what_a_rollback_needs()
    {
        await _host.ApplyAsync("window: { initcwnd: 20 }\nscopes: [default]");
        await _host.ApplyAsync(Auto.Replace("every: 100", "every: 20", StringComparison.Ordinal));
        for (var i = 0; i < 1100; i++)
        {
            _host.Connections(20, losses: i % 2 == 1 ? 9 : 0);
            await _host.DecideAsync();
        }
        Assert.True(_host.Reconciler.Journal.Transactions.Count < 1000);
        await _host.Control.Local.RollbackAsync(all: false, CancellationToken.None);
        Assert.Equal(20, Default);
    }

    [Fact]
    public async Task While_the_host_is_held_or_only_observes_nothing_is_decided()
    {
        await _host.ApplyAsync(Auto);
        Holds.Place(_bench.State, new HoldState("root", _bench.Clock.GetUtcNow(), null, "night"));
        _host.Connections(100);
        await _host.DecideAsync();
        Assert.Equal(10, Default);
        Holds.Release(_bench.State);
        await _host.DecideAsync();
        Assert.Equal(12, Default);
    }

    [Theory]
    [InlineData(Sight.Blind, 12)]
    [InlineData(Sight.Gone, 10)]
    public async Task Without_somebody_looking_nothing_is_raised_and_later_it_is_taken_back(Sight sight, int end)
    {
        await _host.ApplyAsync(Auto);
        _host.Connections(100);
        await _host.DecideAsync();
        _host.Connections(100);
        await _host.DecideAsync(sight);
        Assert.Equal(end, Default);
    }

    [Fact]
    public async Task The_hosts_own_limits_bound_what_is_decided()
    {
        await File.WriteAllTextAsync(_bench.State.Limits, "max: 12", CancellationToken.None);
        await _host.ApplyAsync(Auto);
        for (var i = 0; i < 4; i++)
        {
            _host.Connections(100);
            await _host.DecideAsync();
        }
        Assert.Equal(12, Default);
        Assert.Equal(12, _host.Control.Reports.Decided![0].Max);
        await File.WriteAllTextAsync(_bench.State.Limits, "max: 8", CancellationToken.None);
        await _host.Control.Enforcement.ReconcileAsync(CancellationToken.None);
        Assert.Equal(8, Default);
    }

    [Fact]
    public async Task A_raise_that_the_host_refuses_is_taken_back_and_told()
    {
        await _host.ApplyAsync(Auto);
        _host.Connections(100);
        _bench.Tuner.Change(Bench.Default, route => route with { Strategy = StrategyKind.ReportOnly });
        await _host.DecideAsync();
        Assert.Equal(10, _host.Control.Reports.Decided![0].Value);
        Assert.StartsWith("kept 10: ", _host.Control.Reports.Decided[0].Last, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connections_of_others_of_neighbours_and_with_other_windows_do_not_count()
    {
        await _host.ApplyAsync(Auto);
        _host.Connections(100, target: Bench.Ten, window: 10);
        _host.Connections(100, onLink: true);
        _host.Connections(100, window: 32);
        await _host.DecideAsync();
        Assert.Equal((10, 0), (Default, _host.Control.Reports.Decided![0].Connections));
    }

    [Fact]
    public async Task A_new_revision_with_the_same_way_goes_on_and_another_way_begins_anew()
    {
        await _host.ApplyAsync(Auto);
        _host.Connections(100);
        await _host.DecideAsync();
        await _host.ApplyAsync(Auto.Replace("max: 16", "max: 20", StringComparison.Ordinal));
        Assert.Equal(12, Default);
        await _host.ApplyAsync("window: { initcwnd: 14 }\nscopes: [default]");
        Assert.Equal(14, Default);
        Assert.False(File.Exists(_bench.State.File("decisions.json")));
        await _host.ApplyAsync(Auto);
        Assert.Equal(10, Default);
    }

    [Fact]
    public async Task A_prefix_of_ones_own_learns_falls_back_on_loss_and_expires()
    {
        await _host.ApplyAsync(Learned);
        for (var i = 0; i < 20; i++)
        {
            _bench.Clock.Advance(TimeSpan.FromSeconds(31));
            _host.Connections(30, target: Bench.Ten);
            await _host.DecideAsync();
        }
        Assert.Equal((32, 10), (Ten, Default));
        _host.Connections(1, losses: 1, target: Bench.Ten);
        await _host.DecideAsync();
        Assert.Equal(16, Ten);
        _bench.Clock.Advance(TimeSpan.FromMinutes(16));
        await _host.DecideAsync();
        Assert.Equal(10, Ten);
        Assert.Equal(
            "prefix:10.0.0.0/8: lowered 16 → 10: nothing new was learned for 15 min, expected 0 ms",
            _host.Reconciler.Journal.Transactions.Last().Why
        );
    }

    [Fact]
    public async Task An_override_stands_above_and_what_it_gives_is_not_counted()
    {
        await _host.ApplyAsync(Auto);
        await _host.Control.Standing.OverrideAsync(
            before => before.With(new LocalOverride(Bench.Default, 30, null, "root", _bench.Clock.GetUtcNow(), "")),
            "root did",
            CancellationToken.None
        );
        Assert.Equal(30, Default);
        _host.Connections(100, window: 10);
        await _host.DecideAsync();
        Assert.Equal((30, 10), (Default, _host.Control.Reports.Decided![0].Value));
    }

    [Fact]
    public async Task A_file_that_cannot_be_read_begins_anew_and_is_told()
    {
        await _host.ApplyAsync(Auto);
        _host.Connections(100);
        await _host.DecideAsync();
        await File.WriteAllTextAsync(_bench.State.File("decisions.json"), "[{}", CancellationToken.None);
        Restart();
        await _host.Control.Enforcement.ReconcileAsync(CancellationToken.None);
        Assert.Equal(10, Default);
        Assert.Contains("it starts again", _host.Reconciler.Decisions.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_an_agent_that_stays_nothing_is_left_to_the_host()
    {
        var once = _bench.Open(followed: false);
        var result = await once.ReconcileAsync(DecidingHost.Content(Auto), CancellationToken.None);
        Assert.Contains("needs a running agent", Assert.Single(result.Plan.Refusals).Reason, StringComparison.Ordinal);
        Assert.Equal(Shared.Policies.Window.Unset, _bench.WindowOf(Bench.Default));
    }

    public void Dispose()
    {
        _host.Dispose();
        _bench.Dispose();
    }

    private int? Default => _bench.WindowOf(Bench.Default).InitCwnd;

    private int? Ten => _bench.WindowOf(Bench.Ten).InitCwnd;

    private void Restart()
    {
        _host.Dispose();
        _host = new DecidingHost(_bench);
    }
}
