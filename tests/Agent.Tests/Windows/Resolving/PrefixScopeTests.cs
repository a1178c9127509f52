using System.Net;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Windows.Resolving;

public sealed class PrefixScopeTests
{
    [Fact]
    public async Task A_template_that_another_s_filter_gives_is_not_taken()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        bench.Host.AddForeign(new TransportFilter(TemplateName.InternetCustom, null) { LocalPorts = (443, 443), RemotePorts = (0, 65535) });

        var turn = await bench.ApplyAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 20));

        Assert.Equal(["icw DatacenterCustom 16", "add filter 10.0.0.0/8 DatacenterCustom"], bench.Host.Writes);
        Assert.Equal(
            "Prefixes require the windows 16, 20, and every distinct one needs a custom template of its own: DatacenterCustom has 16, "
                + "InternetCustom is given by another program's 'filter local 443'. Use fewer distinct values.",
            Assert.Single(turn.Plan.Refusals).Reason
        );
        Assert.Contains(turn.State.Targets, target => target is { Id: "filter local 443", Owner: "other" });
    }

    [Fact]
    public async Task A_template_that_serves_everything_is_not_taken()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        bench.Host.Default = TemplateName.InternetCustom;
        await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        Assert.Equal(["icw DatacenterCustom 16", "add filter 10.0.0.0/8 DatacenterCustom"], bench.Host.Writes);
    }

    [Fact]
    public async Task A_template_for_background_transfers_is_not_taken()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        bench.Host.Providers[TemplateName.InternetCustom] = "LEDBAT";
        await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        Assert.Equal(["icw DatacenterCustom 16", "add filter 10.0.0.0/8 DatacenterCustom"], bench.Host.Writes);
    }

    [Fact]
    public async Task On_2012_r2_the_default_scope_needs_both_custom_templates_and_leaves_none_for_another_value()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        var turn = await bench.ApplyAsync(("default", 10), ("prefix:10.0.0.0/8", 10), ("prefix:172.16.0.0/12", 16));

        Assert.Contains("add filter 10.0.0.0/8 InternetCustom", bench.Host.Writes);
        var refusal = Assert.Single(turn.Plan.Refusals);
        Assert.Equal("filter 172.16.0.0/12", refusal.Want.Target.Id);
        Assert.Contains(
            "InternetCustom carries the default scope, DatacenterCustom carries the default scope",
            refusal.Reason,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task On_2012_r2_a_default_scope_that_cannot_be_set_leaves_none_either()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        var turn = await bench.ApplyAsync(("default", 11), ("prefix:10.0.0.0/8", 16));
        Assert.Empty(bench.Host.Writes);
        Assert.Contains(turn.Plan.Refusals, refusal => refusal.Reason.Contains("carries the default scope", StringComparison.Ordinal));
    }

    [Fact]
    public async Task On_2012_r2_prefixes_alone_have_both_and_also_when_automatic_is_just_taken_back()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        var found = bench.Host.ToString();
        await bench.ApplyAsync(("default", 10));
        bench.Host.Writes.Clear();

        await bench.ApplyAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 20));

        Assert.Equal(
            [
                "useCustom False",
                "icw DatacenterCustom 20",
                "icw InternetCustom 16",
                "add filter 10.0.0.0/8 InternetCustom",
                "add filter 172.16.0.0/12 DatacenterCustom",
            ],
            bench.Host.Writes
        );
        await bench.RollbackAllAsync();
        Assert.Equal(found, bench.Host.ToString());
    }

    [Fact]
    public async Task Another_s_filter_on_the_same_prefix_is_a_clash_and_stays()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        bench.Host.AddForeign(new TransportFilter(TemplateName.Datacenter, IPNetwork.Parse("10.0.0.0/8")));
        var found = bench.Host.ToString();

        var turn = await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));

        Assert.StartsWith(
            "Another program made this filter, which gives Datacenter",
            Assert.Single(turn.Plan.Refusals).Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(found, bench.Host.ToString());
    }

    [Fact]
    public async Task Another_s_filter_for_a_part_of_the_prefix_is_told()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        bench.Host.AddForeign(new TransportFilter(TemplateName.Datacenter, IPNetwork.Parse("10.1.0.0/16")));
        var turn = await bench.PlanAsync(("prefix:10.0.0.0/8", 16));
        Assert.Equal(
            "Another program's 'filter 10.1.0.0/16' goes before it for a part of the prefix.",
            turn.Plan.Resolution.Wants.Single(want => want.Target.Id == "filter 10.0.0.0/8").Note
        );
    }

    [Fact]
    public async Task A_value_that_changes_changes_the_template_and_leaves_the_filter()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        bench.Host.Writes.Clear();

        var turn = await bench.ApplyAsync(("prefix:10.0.0.0/8", 20));

        Assert.Equal("", turn.State.Reason);
        Assert.Equal(["icw InternetCustom 20"], bench.Host.Writes);
    }

    [Fact]
    public async Task Prefixes_that_part_ways_are_told_apart_with_one_filter_moved()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        await bench.ApplyAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 16));
        bench.Host.Writes.Clear();

        var turn = await bench.ApplyAsync(("prefix:10.0.0.0/8", 20), ("prefix:172.16.0.0/12", 16));

        Assert.Equal("", turn.State.Reason);
        Assert.Equal(
            ["icw DatacenterCustom 20", "remove filter 10.0.0.0/8 InternetCustom", "add filter 10.0.0.0/8 DatacenterCustom"],
            bench.Host.Writes
        );
    }

    [Fact]
    public async Task An_override_of_everything_reaches_filters_that_are_not_there_yet()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        Agent.Engine.Standing.Overrides.Write(
            bench.State,
            [new Agent.Engine.Standing.LocalOverride("*", 24, null, "root", bench.Clock.GetUtcNow(), "test")]
        );

        var turn = await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));

        Assert.Equal("", turn.State.Reason);
        Assert.Equal(["icw InternetCustom 24", "add filter 10.0.0.0/8 InternetCustom"], bench.Host.Writes);
    }

    [Fact]
    public async Task An_override_is_bound_to_what_windows_takes()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        Agent.Engine.Standing.Overrides.Write(
            bench.State,
            [new Agent.Engine.Standing.LocalOverride("template Internet", 25, null, "root", bench.Clock.GetUtcNow(), "test")]
        );

        var turn = await bench.ApplyAsync(("default", 16));

        Assert.Equal(
            "Windows takes an even number of segments, 2 to 64; 25 is not accepted, the nearest is 24.",
            Assert.Single(turn.Plan.Refusals).Reason
        );
        Assert.Equal(["icw Datacenter 16"], bench.Host.Writes);
    }

    [Theory]
    [InlineData("template InternetCustom")]
    [InlineData("filter 10.0.0.0/8")]
    public async Task An_override_of_a_filter_and_of_its_template_are_one(string target)
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        Override(bench, target);

        var turn = await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));

        Assert.Equal("", turn.State.Reason);
        Assert.Equal(20, bench.Host.Icw[TemplateName.InternetCustom]);
        Assert.All(turn.Plan.Resolution.Wants, want => Assert.Equal((20, 16), (want.Window.InitCwnd, want.Asked?.InitCwnd)));
        Assert.DoesNotContain((await bench.ApplyAsync(("prefix:10.0.0.0/8", 16))).Events, told => told.Kind == HostEventKind.Drifted);
    }

    [Fact]
    public async Task An_override_of_one_of_two_filters_of_a_template_names_the_template()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        await bench.ApplyAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 16));
        Override(bench, "filter 10.0.0.0/8");

        var turn = await bench.ApplyAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 16));

        Assert.Equal(
            "filter 10.0.0.0/8 has no window of its own but that of template InternetCustom, which others have too. Override that one "
                + "instead.",
            Assert.Single(turn.Plan.Refusals).Reason
        );
        Assert.Equal(16, bench.Host.Icw[TemplateName.InternetCustom]);
    }

    [Fact]
    public async Task An_override_of_a_filter_never_reaches_the_default_scope()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        await bench.ApplyAsync(("default", 16), ("prefix:10.0.0.0/8", 16));
        Override(bench, "filter 10.0.0.0/8");

        var turn = await bench.ApplyAsync(("default", 16), ("prefix:10.0.0.0/8", 16));

        Assert.Contains("has no window of its own", Assert.Single(turn.Plan.Refusals).Reason, StringComparison.Ordinal);
        Assert.Equal(16, bench.Host.Icw[TemplateName.InternetCustom]);
    }

    [Fact]
    public async Task An_override_of_both_custom_templates_is_one_of_automatic()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        await bench.ApplyAsync(("default", 16));
        Override(bench, "template InternetCustom", "template DatacenterCustom");

        Assert.Equal("", (await bench.ApplyAsync(("default", 16))).State.Reason);

        Assert.Equal((20, 20), (bench.Host.Icw[TemplateName.InternetCustom], bench.Host.Icw[TemplateName.DatacenterCustom]));
    }

    private static void Override(WindowsBench bench, params string[] targets) =>
        Agent.Engine.Standing.Overrides.Write(
            bench.State,
            [
                .. targets.Select(target => new Agent.Engine.Standing.LocalOverride(
                    target,
                    20,
                    null,
                    "root",
                    bench.Clock.GetUtcNow(),
                    "test"
                )),
            ]
        );
}
