using System.Globalization;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Cli;

/// <summary>A window without a policy file is applied like a policy with the same content, and a dry run is a plan.</summary>
[Collection("command line")]
public sealed class SetVerbTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public SetVerbTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task It_says_and_does_what_apply_of_the_same_policy_does()
    {
        using var other = new Bench().WithUsualRoutes();
        using var applying = new Shell(other);
        var file = applying.File(
            "set.yaml",
            "policy: set\nwindow: { initcwnd: 16, initrwnd: 64 }\nscopes: [default, { prefix: 10.0.0.0/8 }]\n"
        );
        var applied = await applying.RunAsync("apply", file);
        var set = await _shell.RunAsync("set", "16", "--rwnd", "64", "--scope", "default", "10.0.0.0/8");

        Assert.Equal(
            applied with
            {
                Out = applied.Out.Replace(other.State.Root, _bench.State.Root, StringComparison.Ordinal),
                Error = applied.Error.Replace(file, "the policy made of the options", StringComparison.Ordinal),
            },
            set
        );
        Assert.Equal((0, new Window(16, 64)), (set.Exit, _bench.WindowOf(Bench.Default)));
        Assert.Equal(new Window(16, 64), _bench.WindowOf(Bench.Ten));
        Assert.Contains("'iwtune rollback", set.Out, StringComparison.Ordinal);
        Assert.Contains("applied set\n", (await _shell.RunAsync("history")).Out, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("16", "16", null)]
    [InlineData("20 --scope default", "20", null)]
    [InlineData("20 --scope interface:eth1", null, "20")]
    [InlineData("20 --scope prefix:10.0.0.0/8", null, "20")]
    [InlineData("20 --scope default --scope 10.0.0.0/8", "20", "20")]
    public async Task Scopes_are_those_of_a_policy(string typed, string? onDefault, string? onTen)
    {
        var said = await _shell.RunAsync(["set", .. typed.Split(' ')]);
        Assert.True(said.Exit == 0, said.Error);
        Assert.Equal(onDefault, _bench.WindowOf(Bench.Default).InitCwnd?.ToString(CultureInfo.InvariantCulture));
        Assert.Equal(onTen, _bench.WindowOf(Bench.Ten).InitCwnd?.ToString(CultureInfo.InvariantCulture));
    }

    [Theory]
    [InlineData("set", "Name the window")]
    [InlineData("set 0", "SEGMENTS '0': write a number of segments, 1 to 1023.")]
    [InlineData("set many", "SEGMENTS 'many'")]
    [InlineData("set 16 --rwnd 1024", "--rwnd '1024'")]
    [InlineData("set 16 --scope 10.0.0.1/8", "--scope '10.0.0.1/8'")]
    [InlineData("set 16 --scope 010.0.0.0/8", "--scope '010.0.0.0/8'")]
    [InlineData("set 16 --scope interface:", "--scope 'interface:'")]
    public async Task What_is_wrong_is_named_and_nothing_is_changed(string typed, string why)
    {
        var said = await _shell.RunAsync(typed.Split(' '));
        Assert.Equal(64, said.Exit);
        Assert.Contains(why, said.Error, StringComparison.Ordinal);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task The_hosts_own_limits_hold()
    {
        File.WriteAllText(_bench.State.Limits, "max: 12\n");
        var said = await _shell.RunAsync("set", "16");
        Assert.NotEqual(0, said.Exit);
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Theory]
    [InlineData("set 99", "override default --initcwnd 99 --reason")]
    [InlineData("set 50 --rwnd 64", "override default --initcwnd 50 --initrwnd 64 --reason")]
    [InlineData("set 99 --scope 10.0.0.0/8", "override 10.0.0.0/8 --initcwnd 99 --reason")]
    public async Task Beyond_a_guardrail_it_names_a_command_that_sets_the_window(string typed, string way)
    {
        var said = await _shell.RunAsync(typed.Split(' '));
        Assert.Equal((64, 0), (said.Exit, _bench.Tuner.Writes));
        Assert.Contains($"'iwtune {way} TEXT --state {_bench.State.Root}'", said.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("give the reason as", said.Error, StringComparison.Ordinal);
        Assert.Equal(0, (await _shell.RunAsync([.. way.Split(' '), "both ends are ours"])).Exit);
        Assert.NotEqual(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task Beyond_the_hosts_own_limit_it_names_the_limit_and_no_override()
    {
        File.WriteAllText(_bench.State.Limits, "max: 32\n");
        var said = await _shell.RunAsync("set", "99");
        Assert.Equal(64, said.Exit);
        Assert.Contains("limits.yaml allows 32 at most", said.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("iwtune override", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_dry_run_of_apply_is_plan()
    {
        var plan = await _shell.RunAsync("plan", _shell.Edge());
        Assert.Equal(2, plan.Exit);
        Assert.Equal(plan, await _shell.RunAsync("apply", _shell.Edge(), "--dry-run"));
        Assert.Equal(
            await _shell.RunAsync("plan", _shell.Edge(), "--json"),
            await _shell.RunAsync("apply", _shell.Edge(), "--dry-run", "--json")
        );
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    [Fact]
    public async Task A_dry_run_of_set_names_the_command_that_does_it()
    {
        var said = await _shell.RunAsync("set", "16", "--scope", "default", "interface:eth1", "--dry-run");
        Assert.Equal(2, said.Exit);
        Assert.EndsWith(
            $"pending. 'iwtune set 16 --scope default interface:eth1 --state {_bench.State.Root}' makes them.\n",
            said.Out,
            StringComparison.Ordinal
        );
        Assert.Equal(0, _bench.Tuner.Writes);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
