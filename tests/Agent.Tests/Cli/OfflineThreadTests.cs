using System.Text.Json.Nodes;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>show, plan, apply, verify, rollback: the whole thread without a server.</summary>
[Collection("command line")]
public sealed class OfflineThreadTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;
    private readonly string _edge;

    public OfflineThreadTests()
    {
        _shell = new Shell(_bench);
        _edge = _shell.File(
            "edge.yaml",
            "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default, { prefix: 10.0.0.0/8, window: { initcwnd: 32 } }]\noverride: "
                + "both ends are ours\n"
        );
    }

    [Fact]
    public async Task A_plan_is_a_diff_and_exits_2()
    {
        var said = await _shell.RunAsync("plan", _edge);
        Assert.Equal(2, said.Exit);
        Assert.StartsWith(
            """
            ~ ipv4 main default via 192.0.2.1 dev eth0 metric 100 (default)
                - unset
                + initcwnd 16
                how   in-place, owner dhcp [1]
                risk  more than the standard's 10 segments [2]; learned path MTUs are forgotten [3]
            ~ ipv4 main 10.0.0.0/8 via 192.0.2.9 dev eth1 (prefix:10.0.0.0/8)
                - unset
                + initcwnd 32
                how   in-place, owner static [1]
                risk  more than the standard's 10 segments [2]; more than twice the window in force [4]; learned path MTUs are forgotten [3]
            [1] No other program manages this route.
            [2] RFC 6928 allows 10

            """.TrimEnd(),
            said.Out,
            StringComparison.Ordinal
        );
        Assert.EndsWith(
            $"\n2 changes pending. 'iwtune apply {_edge} --state {_bench.State.Root}' makes them.\n",
            said.Out,
            StringComparison.Ordinal
        );
        var step = JsonNode.Parse((await _shell.RunAsync("plan", _edge, "--json")).Out)!["steps"]![0]!;
        Assert.Equal(
            ("dhcp", "in-place", "Medium"),
            ((string?)step["owner"], (string?)step["strategy"], (string?)step["risks"]![0]!["level"])
        );
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task Apply_says_what_it_did_and_how_to_undo_it()
    {
        var said = await _shell.RunAsync("apply", _edge);
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.StartsWith("edge: 2 routes changed and read back.", said.Out, StringComparison.Ordinal);
        Assert.Contains("16 segments to simulated", said.Out, StringComparison.Ordinal);
        Assert.Contains($"'iwtune rollback --state {_bench.State.Root}' undoes it.", said.Out, StringComparison.Ordinal);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public async Task Afterwards_nothing_is_pending_and_it_verifies()
    {
        await _shell.RunAsync("apply", _edge);
        Assert.Equal(0, (await _shell.RunAsync("plan", _edge)).Exit);
        Assert.Equal(0, (await _shell.RunAsync("verify")).Exit);
        Assert.StartsWith("edge: nothing to change.", (await _shell.RunAsync("apply", _edge)).Out, StringComparison.Ordinal);
        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(4, null) });
        var verified = await _shell.RunAsync("verify", "--json");
        Assert.Equal(2, verified.Exit);
        Assert.False((bool)JsonNode.Parse(verified.Out)!["holds"]!);
    }

    [Fact]
    public async Task Verify_says_why_a_scope_found_nothing()
    {
        var other = _shell.File("other.yaml", "policy: other\nwindow: { initcwnd: 16 }\nscopes: [{ prefix: 203.0.113.0/24 }]\n");
        var said = await _shell.RunAsync("verify", other);
        Assert.Equal(3, said.Exit);
        Assert.Contains("! prefix:203.0.113.0/24: No route of this host lies within", said.Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Roll_back_goes_one_by_one_or_all_the_way()
    {
        var found = _bench.Tuner.ToString();
        var more = _shell.File("more.yaml", "policy: more\nwindow: { initcwnd: 40 }\nscopes: [default]\n");
        await _shell.RunAsync("apply", _edge);
        var between = _bench.Tuner.ToString();
        await _shell.RunAsync("apply", more);
        Assert.Equal(0, (await _shell.RunAsync("rollback")).Exit);
        Assert.Equal(between, _bench.Tuner.ToString());
        await _shell.RunAsync("apply", more);
        var all = await _shell.RunAsync("rollback", "--all");
        Assert.Equal(0, all.Exit);
        Assert.Equal(found, _bench.Tuner.ToString());
        Assert.Contains("Nothing to undo", (await _shell.RunAsync("rollback")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Programs_get_what_was_done_as_json_and_nothing_beside_it()
    {
        var applied = JsonNode.Parse((await _shell.RunAsync("apply", _edge, "--json")).Out)!;
        Assert.Equal((0, "Applied"), ((int)applied["exit"]!, (string?)applied["state"]!["phase"]));
        var target = applied["state"]!["targets"]!.AsArray().Single(target => (string?)target!["id"] == Bench.Default)!;
        Assert.Equal(("Applied", 16), ((string?)target["outcome"], (int)target["configured"]!["initCwnd"]!));
        var back = JsonNode.Parse((await _shell.RunAsync("rollback", "--json")).Out)!;
        Assert.Equal((0, "PutBack"), ((int)back["exit"]!, (string?)back["state"]!["phase"]));
        Assert.StartsWith("2 routes restored", (string?)back["text"], StringComparison.Ordinal);
        var none = JsonNode.Parse((await _shell.RunAsync("rollback", "--json")).Out)!;
        Assert.Equal((0, null), ((int)none["exit"]!, none["state"]));
        Assert.StartsWith("Nothing to undo", (string?)none["text"], StringComparison.Ordinal);
    }

    [Fact]
    public async Task History_and_explain_rollback_tell_what_was_there()
    {
        await _shell.RunAsync("apply", _edge);
        Assert.Contains($"{Bench.Ten}: unset → initcwnd 32", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);
        Assert.Equal("edge", (string?)JsonNode.Parse((await _shell.RunAsync("history", "--json")).Out)![0]!["policy"]);
        var explained = await _shell.RunAsync("explain-rollback");
        Assert.StartsWith(
            $"# {Bench.Default}: initcwnd 16 → unset\nip route change default via 192.0.2.1 dev eth0 proto dhcp metric 100 mtu 1400\n",
            explained.Out,
            StringComparison.Ordinal
        );
        var json = JsonNode.Parse((await _shell.RunAsync("explain-rollback", "--json")).Out)!;
        Assert.Equal((Bench.Default, 2), ((string?)json[0]!["of"], json.AsArray().Count));
    }

    [Fact]
    public async Task Show_lists_every_route_with_owner_strategy_and_why()
    {
        _bench.Tuner.Add(Bench.Route("172.16.0.0/12", "eth1", "192.0.2.9", "bgp") with { Strategy = StrategyKind.ReportOnly });
        await _shell.RunAsync("apply", _edge);
        var shown = await _shell.RunAsync("show");
        Assert.Contains(
            "ipv4 main default via 192.0.2.1 dev eth0 metric 100  *        16         -  dhcp    in-place [1]",
            shown.Out,
            StringComparison.Ordinal
        );
        Assert.Contains("report-only [2]", shown.Out, StringComparison.Ordinal);
        Assert.Contains("[2] bgp owns this route and would set it back.", shown.Out, StringComparison.Ordinal);
        var json = JsonNode.Parse((await _shell.RunAsync("show", "--json")).Out)!["targets"]!.AsArray();
        Assert.Equal(4, json.Count);
        Assert.NotNull(json[0]!["before"]);
        Assert.Null(json[2]!["before"]);
    }

    [Fact]
    public async Task An_audit_policy_changes_nothing()
    {
        var audit = _shell.File("audit.yaml", "policy: edge\nmode: audit\nwindow: { initcwnd: 16 }\nscopes: [default]\n");
        var said = await _shell.RunAsync("apply", audit);
        Assert.Equal(2, said.Exit);
        Assert.Contains("only audits: 1 difference", said.Out, StringComparison.Ordinal);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task Scopes_that_find_nothing_are_counted_and_the_rest_decides()
    {
        var some = _shell.File("some.yaml", "policy: some\nwindow: { initcwnd: 16 }\nscopes: [default, { prefix: 198.51.100.0/24 }]\n");
        Assert.Equal(0, (await _shell.RunAsync("apply", some)).Exit);
        foreach (var verb in (string[])["plan", "verify", "apply"])
        {
            var said = await _shell.RunAsync(verb, some);
            Assert.Equal(0, said.Exit);
            Assert.Contains("! prefix:198.51.100.0/24: No route of this host lies within", said.Out, StringComparison.Ordinal);
        }
        Assert.Contains("Nothing here can be set for 1 scope;", (await _shell.RunAsync("plan", some)).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_policy_of_which_nothing_matches_is_unsupported_here_for_every_verb()
    {
        var none = _shell.File(
            "none.yaml",
            "policy: none\nwindow: { initcwnd: 16 }\nscopes: [{ prefix: 198.51.100.0/24 }, { prefix: 203.0.113.0/24 }]\n"
        );
        foreach (var verb in (string[])["plan", "verify", "apply"])
        {
            var said = await _shell.RunAsync(verb, none);
            Assert.Equal(3, said.Exit);
            Assert.Contains("Nothing here can be set for any of its 2 scopes", said.Out + said.Error, StringComparison.Ordinal);
        }
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task A_policy_with_confirm_is_confirmed_by_its_read_back_alone()
    {
        var file = _shell.File("confirm.yaml", "policy: edge\nwindow: { initcwnd: 16 }\nscopes: [default]\nconfirm: 2m\n");
        Assert.Equal(0, (await _shell.RunAsync("apply", file)).Exit);
        Assert.False(File.Exists(_bench.State.Pending));
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
