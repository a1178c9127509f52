using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Templates;

namespace IwTune.Agent.Tests.Windows;

public sealed class WindowsTunerTests
{
    [Fact]
    public async Task On_2019_the_default_scope_sets_the_two_templates_that_automatic_lands_in_and_puts_them_back()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        var found = bench.Host.ToString();

        var turn = await bench.ApplyAsync(("default", 16));

        Assert.Equal("", turn.State.Reason);
        Assert.Equal(["icw Internet 16", "icw Datacenter 16"], bench.Host.Writes);
        Assert.All(turn.Outcomes, taken => Assert.IsType<Outcome.Applied>(taken.Outcome));
        Assert.Empty((await bench.PlanAsync(("default", 16))).Plan.Steps);

        await bench.RollbackAllAsync();
        Assert.Equal(found, bench.Host.ToString());
    }

    [Fact]
    public async Task On_2012_r2_the_custom_templates_are_set_before_automatic_takes_them_and_after_it_left_them()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        var found = bench.Host.ToString();

        await bench.ApplyAsync(("default", 10));
        await bench.RollbackAllAsync();

        Assert.Equal(
            [
                "icw DatacenterCustom 10",
                "icw InternetCustom 10",
                "useCustom True",
                "useCustom False",
                "icw InternetCustom 4",
                "icw DatacenterCustom 4",
            ],
            bench.Host.Writes
        );
        Assert.Equal(found, bench.Host.ToString());
    }

    [Fact]
    public async Task On_2012_filters_for_everything_give_the_custom_template()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012);
        var found = bench.Host.ToString();

        var turn = await bench.ApplyAsync(("default", 10), ("prefix:10.0.0.0/8", 10));
        Assert.Equal(
            ["icw Custom 10", "add filter 0.0.0.0/0 Custom", "add filter ::/0 Custom", "add filter 10.0.0.0/8 Custom"],
            bench.Host.Writes
        );
        Assert.Equal("", turn.State.Reason);

        await bench.RollbackAllAsync();
        Assert.Equal(
            ["remove filter 10.0.0.0/8 Custom", "remove filter ::/0 Custom", "remove filter 0.0.0.0/0 Custom", "icw Custom 4"],
            bench.Host.Writes.Skip(4)
        );
        Assert.Equal(found, bench.Host.ToString());
    }

    [Fact]
    public async Task A_prefix_gets_a_custom_template_and_a_filter()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        var found = bench.Host.ToString();

        var turn = await bench.ApplyAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 20), ("prefix:fd00::/8", 16));

        Assert.Equal("", turn.State.Reason);
        Assert.Equal(
            [
                "icw DatacenterCustom 20",
                "icw InternetCustom 16",
                "add filter 10.0.0.0/8 InternetCustom",
                "add filter 172.16.0.0/12 DatacenterCustom",
                "add filter fd00::/8 InternetCustom",
            ],
            bench.Host.Writes
        );
        Assert.Empty((await bench.PlanAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 20), ("prefix:fd00::/8", 16))).Plan.Steps);

        await bench.RollbackAllAsync();
        Assert.Equal(found, bench.Host.ToString());
        Assert.False(File.Exists(bench.State.File("filters.json")));
    }

    [Fact]
    public async Task More_values_than_custom_templates_is_unsupported_and_names_both()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        var turn = await bench.PlanAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 20), ("prefix:192.168.0.0/16", 24));

        var refusal = Assert.Single(turn.Plan.Refusals);
        Assert.True(refusal.Unsupported);
        Assert.Equal("filter 192.168.0.0/16", refusal.Want.Target.Id);
        Assert.Equal(
            "Prefixes require the windows 16, 20, 24, and every distinct one needs a custom template of its own: InternetCustom has 16, "
                + "DatacenterCustom has 20. Use fewer distinct values.",
            refusal.Reason
        );
    }

    [Fact]
    public async Task An_odd_value_is_refused_with_the_nearest_that_is_allowed()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        var turn = await bench.PlanAsync(("default", 11));

        Assert.True(turn.Plan.Unsupported);
        Assert.All(
            turn.Plan.Refusals,
            refusal =>
                Assert.Equal("Windows takes an even number of segments, 2 to 64; 11 is not accepted, the nearest is 10.", refusal.Reason)
        );
    }

    [Fact]
    public async Task A_removed_filter_of_ours_is_drift_and_comes_back()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        bench.Host.RemoveForeign(bench.Host.Filters.Single());

        var turn = await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));

        Assert.Contains(
            turn.Events,
            told => told.Text.StartsWith("filter 10.0.0.0/8 was set to 'initcwnd 16' and is 'default' now", StringComparison.Ordinal)
        );
        Assert.Equal(TemplateName.InternetCustom, bench.Host.Filters.Single().Setting);
    }

    [Fact]
    public async Task A_retransmission_time_that_is_no_number_of_ours_is_not_known_and_ends_no_turn()
    {
        using var host = new EmulatedHost("2022");
        host.Machine.Change(state => state.With("Internet", "InitialRto", "4294967295"));
        Assert.Equal(TimeSpan.FromSeconds(1), (await host.NewTuner().SituationAsync(CancellationToken.None)).InitialRto);
    }
}
