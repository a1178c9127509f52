using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli.Dsc;

/// <summary>The resource as dsc calls it: JSON in, JSON out, an exit code from the manifest.</summary>
[Collection("command line")]
public sealed class DscVerbTests : IDisposable
{
    private const string Edge =
        """{ "policy": { "policy": "edge", "override": "both ends are ours", "window": { "initcwnd": 16 }, "scopes": ["default"] } }""";

    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public DscVerbTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task Set_then_test_then_drift_then_test_then_set_then_export()
    {
        Assert.False(InDesiredState(await AskAsync("test", Edge)));
        var set = await AskAsync("set", Edge);
        Assert.Equal((0, ""), (set.Exit, set.Error));
        Assert.Equal(16, (int?)Default(set)["window"]!["initcwnd"]);
        Assert.True((bool)Default(set)["managed"]!);
        Assert.True(InDesiredState(await AskAsync("test", Edge)));

        _bench.Tuner.Change(Bench.Default, route => route with { Window = new Window(4, null) });
        var drifted = await AskAsync("test", Edge);
        Assert.Equal(0, drifted.Exit);
        Assert.False(InDesiredState(drifted));
        Assert.Equal("""["windows"]""", drifted.Out.TrimEnd().Split('\n')[1]);
        Assert.Equal(
            (4, 16, false),
            (
                (int)Default(drifted)["window"]!["initcwnd"]!,
                (int)Default(drifted)["wanted"]!["initcwnd"]!,
                (bool)Default(drifted)["inDesiredState"]!
            )
        );

        Assert.Equal(0, (await AskAsync("set", Edge)).Exit);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        var exported = await AskAsync("export", "");
        Assert.Equal(
            """{"policy":{"policy":"edge","scopes":["default"],"override":"both ends are ours","window":{"initcwnd":16}},"_exist":true}""",
            exported.Out.TrimEnd()
        );
        Assert.True(InDesiredState(await AskAsync("test", exported.Out)));
    }

    [Fact]
    public async Task What_does_not_exist_is_put_back_as_it_was()
    {
        var found = _bench.Tuner.ToString();
        await AskAsync("set", Edge);
        Assert.False(InDesiredState(await AskAsync("test", """{ "_exist": false }""")));
        var gone = await AskAsync("set", """{ "_exist": false }""");
        Assert.Equal((0, false), (gone.Exit, (bool)State(gone)["_exist"]!));
        Assert.Equal(found, _bench.Tuner.ToString());
        Assert.True(InDesiredState(await AskAsync("test", """{ "_exist": false }""")));
        Assert.Equal("""{"_exist":false}""", (await AskAsync("export", "")).Out.TrimEnd());
    }

    [Fact]
    public async Task What_if_tells_the_changes_and_makes_none()
    {
        var forecast = State(await AskAsync("what-if", Edge));
        Assert.Equal($"{Bench.Default}: unset → initcwnd 16, in-place, owner dhcp", (string?)forecast["_metadata"]!["whatIf"]![0]);
        Assert.Equal(16, (int?)forecast["windows"]![0]!["window"]!["initcwnd"]);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task A_policy_may_be_in_a_file_by_its_full_path()
    {
        var file = _shell.Edge();
        Assert.Equal(0, (await AskAsync("set", new JsonObject { ["policyFile"] = file }.ToJsonString())).Exit);
        Assert.Equal(new Window(16, null), _bench.WindowOf(Bench.Default));
        var relative = await AskAsync("set", """{ "policyFile": "edge.yaml" }""");
        Assert.Equal(64, relative.Exit);
        Assert.Contains("must be the full path", relative.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Every_problem_of_the_input_is_said_at_once_and_nothing_is_done()
    {
        var said = await AskAsync(
            "set",
            """{ "polcy": 1, "_exist": "no", "policyFile": 7, "policy": { "policy": "Edge", "window": { "initcwnd": 0, "rate": 1 }, "scopes": [{ "interface": "eth9" }] } }"""
        );
        Assert.Equal((64, ""), (said.Exit, said.Out));
        var errors = said.Error.TrimEnd().Split('\n').Select(line => (string)JsonNode.Parse(line)!["error"]!).ToList();
        foreach (
            var start in (string[])
                [
                    "polcy:",
                    "_exist:",
                    "policyFile:",
                    "policy:",
                    "policy.policy:",
                    "policy.window.initcwnd: '0'",
                    "policy.window.rate",
                    "policy.scopes[0].interface: 'eth9'",
                ]
        )
            Assert.Contains(errors, error => error.StartsWith(start, StringComparison.Ordinal));
        Assert.Equal(8, errors.Count);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Theory]
    [InlineData("", "The input is empty")]
    [InlineData("{", "The input is not JSON, line 1, byte 2:")]
    [InlineData("[]", "it is an array")]
    [InlineData("null", "it is null")]
    [InlineData("{}", "policy: missing")]
    [InlineData("""{ "policy": "edge" }""", "a path is written as policyFile")]
    [InlineData("""{ "_exist": true, "_exist": false }""", "_exist: written 2 times")]
    [InlineData(
        """{ "policy": { "policy": "edge", "policy": "edge", "window": { "initcwnd": 10 }, "scopes": ["default"] } }""",
        "policy.policy: "
    )]
    [InlineData("""{ "policyFile": "/no/such/file.yaml" }""", "/no/such/file.yaml cannot be read")]
    public async Task An_input_that_makes_no_sense_exits_64(string input, string why)
    {
        foreach (var operation in (string[])["set", "test", "what-if"])
        {
            var said = await AskAsync(operation, input);
            Assert.Equal((64, ""), (said.Exit, said.Out));
            Assert.Contains(why, (string)JsonNode.Parse(said.Error.Split('\n')[0])!["error"]!, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task What_is_refused_is_set_as_far_as_it_goes_and_exits_2_with_the_reason()
    {
        var said = await AskAsync(
            "set",
            """{ "policy": { "policy": "edge", "override": "both ends are ours", "window": { "initcwnd": 40 }, "scopes": ["default", { "prefix": "10.0.0.0/8", "window": { "initcwnd": 12 } }], "limits": { "max": 40, "step": "x2" } } }"""
        );
        Assert.Equal(2, said.Exit);
        Assert.StartsWith(
            $"{Bench.Default}: not set: ",
            (string)JsonNode.Parse(said.Error.Split('\n')[0])!["error"]!,
            StringComparison.Ordinal
        );
        Assert.Equal(new Window(12, null), _bench.WindowOf(Bench.Ten));
        Assert.NotNull(State(said)["windows"]);
    }

    [Fact]
    public async Task A_policy_that_only_audits_is_told_by_test_and_set_changes_nothing()
    {
        const string audit =
            """{ "policy": { "policy": "edge", "mode": "audit", "override": "both ends are ours", "window": { "initcwnd": 16 }, "scopes": ["default"] } }""";
        Assert.False(InDesiredState(await AskAsync("test", audit)));
        var set = await AskAsync("set", audit);
        Assert.Equal(0, set.Exit);
        Assert.Contains("only audits", (string)JsonNode.Parse(set.Error)!["warn"]!, StringComparison.Ordinal);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task Without_the_privilege_set_exits_5_and_test_works()
    {
        _shell.Lacking = "Changing routes needs the capability CAP_NET_ADMIN.";
        var said = await AskAsync("set", Edge);
        Assert.Equal(5, said.Exit);
        Assert.Contains("CAP_NET_ADMIN", (string)JsonNode.Parse(said.Error)!["error"]!, StringComparison.Ordinal);
        Assert.Equal(0, (await AskAsync("test", Edge)).Exit);
    }

    [Fact]
    public async Task What_this_host_cannot_do_exits_3_with_the_reason()
    {
        var said = await AskAsync(
            "set",
            """{ "policy": { "policy": "edge", "window": { "initcwnd": 16 }, "scopes": [{ "prefix": "172.16.0.0/12" }] } }"""
        );
        Assert.Equal(3, said.Exit);
        Assert.Contains("172.16.0.0/12", (string)JsonNode.Parse(said.Error.Split('\n')[0])!["error"]!, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Whatever_is_answered_is_as_the_schema_says()
    {
        await AskAsync("set", Edge);
        foreach (var operation in (string[])["get", "test", "what-if", "set", "export"])
            Assert.Empty(SchemaCheck.Violations(JsonNode.Parse(Agent.Cli.Dsc.DscManifest.Schema)!, State(await AskAsync(operation, Edge))));
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private Task<Said> AskAsync(string operation, string input)
    {
        _shell.Input = input;
        return _shell.RunAsync("dsc", operation);
    }

    private static JsonNode State(Said said) => JsonNode.Parse(said.Out.Split('\n')[0])!;

    private static JsonNode Default(Said said) =>
        State(said)["windows"]!.AsArray().Single(window => (string?)window!["target"] == Bench.Default)!;

    private static bool InDesiredState(Said said) => (bool)State(said)["_inDesiredState"]!;
}
