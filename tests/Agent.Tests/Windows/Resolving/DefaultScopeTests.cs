using System.Net;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;

namespace IwTune.Agent.Tests.Windows.Resolving;

/// <summary>How the default scope resolves, for each version, edition, default template and method of reading.</summary>
public sealed class DefaultScopeTests
{
    private const string NetshOnly = "netsh only";

    [Theory]
    [InlineData(14393, "Automatic", "", "template Internet, template Datacenter")]
    [InlineData(17763, "Automatic", "", "template Internet, template Datacenter")]
    [InlineData(20348, "Automatic", "", "template Internet, template Datacenter")]
    [InlineData(26100, "Automatic", "", "template Internet, template Datacenter")]
    [InlineData(17763, "Automatic", "custom", "template DatacenterCustom, template InternetCustom")]
    [InlineData(17763, "Internet", "", "template Internet")]
    [InlineData(17763, "Compat", "", "template Compat")]
    [InlineData(17763, "InternetCustom", "", "template InternetCustom")]
    [InlineData(17763, "Custom", "", "template DatacenterCustom")] // netsh's word for it
    [InlineData(17763, "Automatic", NetshOnly, "template Internet, template Datacenter")]
    [InlineData(9600, "Automatic", "", "template DatacenterCustom, template InternetCustom, template Automatic")]
    [InlineData(9600, "Automatic", "custom", "template DatacenterCustom, template InternetCustom")]
    [InlineData(9600, "DatacenterCustom", "", "template DatacenterCustom")]
    [InlineData(9600, "Internet", "", "template InternetCustom, filter 0.0.0.0/0, filter ::/0")]
    [InlineData(9600, "DatacenterCustom", NetshOnly, "template DatacenterCustom")]
    [InlineData(9200, "Automatic", "", "template Custom, filter 0.0.0.0/0, filter ::/0")]
    [InlineData(9200, "Internet", "", "template Custom, filter 0.0.0.0/0, filter ::/0")]
    [InlineData(9200, "Custom", "", "template Custom")]
    [InlineData(9200, "Custom", NetshOnly, "template Custom")]
    public async Task It_takes(int build, string byDefault, string method, string targets)
    {
        using var bench = new WindowsBench(new WindowsVersion(build, true));
        bench.Host.Default = Enum.Parse<TemplateName>(byDefault);
        bench.Host.UseCustom = method == "custom";
        bench.Host.HasPowerShell = method != NetshOnly;

        var turn = await bench.PlanAsync(("default", 16));

        Assert.Equal("", string.Join("; ", turn.Plan.Refusals.Select(refusal => refusal.Reason)));
        Assert.Equal(targets, string.Join(", ", turn.Plan.Steps.Select(step => step.Target.Id)));
    }

    [Theory]
    [InlineData(9600, "Automatic", "InternetCustom and DatacenterCustom serve connections only when Automatic takes them")]
    [InlineData(
        9600,
        "Internet",
        "A transport filter is needed, and filters cannot be read here: PowerShell 7 is not installed here; install it."
    )]
    [InlineData(
        9200,
        "Automatic",
        "A transport filter is needed, and filters cannot be read here: PowerShell 7 is not installed here; install it."
    )]
    public async Task Without_powershell_it_is_unsupported_where_netsh_alone_cannot(int build, string byDefault, string reason)
    {
        using var bench = new WindowsBench(new WindowsVersion(build, true));
        bench.Host.Default = Enum.Parse<TemplateName>(byDefault);
        bench.Host.HasPowerShell = false;

        var turn = await bench.ApplyAsync(("default", 16));

        Assert.True(turn.Plan.Unsupported);
        Assert.All(turn.Plan.Refusals, refusal => Assert.StartsWith(reason, refusal.Reason, StringComparison.Ordinal));
        Assert.Empty(bench.Host.Writes);
    }

    [Fact]
    public async Task A_client_is_unsupported_and_says_so_and_its_templates_are_told()
    {
        using var bench = new WindowsBench(MemoryWindows.V11);
        var turn = await bench.ApplyAsync(("default", 16), ("prefix:10.0.0.0/8", 16));

        Assert.True(turn.Plan.Unsupported);
        Assert.Equal(["template Internet", "filter 10.0.0.0/8"], turn.Plan.Refusals.Select(refusal => refusal.Want.Target.Id));
        Assert.All(
            turn.Plan.Refusals,
            refusal => Assert.StartsWith("Windows 11 Pro is a client edition of Windows", refusal.Reason, StringComparison.Ordinal)
        );
        Assert.Contains(turn.State.Targets, target => target is { Id: "template Internet", Configured.InitCwnd: 10 });
    }

    [Fact]
    public async Task Server_2008_r2_without_the_hotfix_names_it()
    {
        using var bench = new WindowsBench(MemoryWindows.V2008R2);
        var turn = await bench.ApplyAsync(("default", 16));

        Assert.True(turn.Plan.Unsupported);
        Assert.Contains("KB2472264", Assert.Single(turn.State.Unmatched), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(
        16,
        "Into an elevated command prompt: netsh interface tcp set supplemental template=custom icw=16 && netsh interface tcp set "
            + "supplemental template=custom"
    )]
    [InlineData(18, "Windows takes an even number of segments, 2 to 16; 18 is not accepted, the nearest is 16.")]
    public async Task Server_2008_r2_with_the_hotfix_prints_what_to_type(int window, string reason)
    {
        using var bench = new WindowsBench(MemoryWindows.V2008R2 with { HasTemplateHotfix = true });
        var turn = await bench.ApplyAsync(("default", window));

        Assert.EndsWith(reason, Assert.Single(turn.Plan.Refusals).Reason, StringComparison.Ordinal);
        Assert.Empty(bench.Host.Writes);
    }

    [Fact]
    public async Task Server_2008_r2_prints_what_to_type_also_where_the_template_cannot_be_read()
    {
        using var bench = new WindowsBench(MemoryWindows.V2008R2 with { HasTemplateHotfix = true });
        bench.Host.Icw.Remove(TemplateName.Custom);
        var turn = await bench.ApplyAsync(("default", 16));
        Assert.True(turn.Plan.Unsupported);
        Assert.Equal(
            "default: Custom cannot be read on this host. Into an elevated command prompt: netsh interface tcp set supplemental "
                + "template=custom icw=16 && netsh interface tcp set supplemental template=custom",
            Assert.Single(turn.State.Unmatched)
        );
    }

    [Fact]
    public async Task A_template_for_background_transfers_is_left_alone_unless_a_person_overrides()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        bench.Host.Providers[TemplateName.Internet] = "LEDBAT";
        var turn = await bench.ApplyAsync(("default", 16));

        var refusal = Assert.Single(turn.Plan.Refusals);
        Assert.Equal("template Internet", refusal.Want.Target.Id);
        Assert.Contains("LEDBAT", refusal.Reason, StringComparison.Ordinal);
        Assert.Equal(["icw Datacenter 16"], bench.Host.Writes);
    }

    [Theory]
    [InlineData(11)]
    [InlineData(1)]
    [InlineData(66)]
    public async Task What_netsh_would_not_take_back_is_not_changed(int odd)
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        bench.Host.Icw[TemplateName.Internet] = odd;
        var turn = await bench.ApplyAsync(("default", 16));

        Assert.Contains(
            $"has {odd} now, which netsh would not take back",
            Assert.Single(turn.Plan.Refusals).Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(odd, bench.Host.Icw[TemplateName.Internet]);
    }

    [Fact]
    public async Task A_receive_window_beside_it_is_left_out_and_told_and_alone_is_unsupported()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        var reconciler = bench.Open();
        var beside = await reconciler.ReconcileAsync(Tests.Engine.Bench.Content(("default", 16, 20)), CancellationToken.None);
        Assert.Equal(
            "initrwnd 20 is left out: Windows tunes receive windows itself and has no initial one to set.",
            beside.State.Targets.Single(target => target.Id == "template Internet").Reason
        );
        Assert.Equal(16, bench.Host.Icw[TemplateName.Internet]);

        var alone = await reconciler.PlanAsync(Tests.Engine.Bench.Content(("default", null, 20)), CancellationToken.None);
        Assert.All(
            alone.Plan.Refusals,
            refusal => Assert.StartsWith("Windows has no initial receive window", refusal.Reason, StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("interface:Ethernet", "and not by interface")]
    [InlineData("table:100", "Windows has no routing tables")]
    public async Task Interfaces_and_tables_are_told_to_be_none_of_windows(string scope, string reason)
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        var turn = await bench.PlanAsync((scope, 16));
        Assert.Contains(reason, Assert.Single(turn.Plan.Resolution.Unmatched).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_was_set_while_automatic_took_the_custom_templates_stays_while_that_cannot_be_read()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        bench.Host.UseCustom = true;
        await bench.ApplyAsync(("default", 16));
        var there = bench.Host.ToString();
        bench.Host.HasPowerShell = false;

        var turn = await bench.ApplyAsync(("default", 20));

        Assert.Contains(
            "whether it still does is not known: AutomaticUseCustom cannot be read",
            turn.State.Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(there, bench.Host.ToString());
        Assert.True((await bench.RollbackAllAsync()).Succeeded);
        Assert.Equal(10, bench.Host.Icw[TemplateName.InternetCustom]);
    }

    [Fact]
    public async Task A_template_that_only_a_filter_of_ours_gives_leaves_no_doubt()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        await bench.ApplyAsync(("default", 12), ("prefix:10.0.0.0/8", 16));
        bench.Host.HasPowerShell = false;

        var turn = await bench.ApplyAsync(("default", 20), ("prefix:10.0.0.0/8", 16));

        Assert.Equal((20, 16), (bench.Host.Icw[TemplateName.Internet], bench.Host.Icw[TemplateName.InternetCustom]));
        Assert.DoesNotContain("AutomaticUseCustom", turn.State.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Filters_of_others_that_take_connections_from_it_are_named()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        bench.Host.AddForeign(new TransportFilter(TemplateName.DatacenterCustom, IPNetwork.Parse("0.0.0.0/0")));

        var turn = await bench.PlanAsync(("default", 16));

        Assert.All(
            turn.Plan.Resolution.Wants,
            want =>
                Assert.Equal(
                    "Filters of other programs go before it: 'filter 0.0.0.0/0'. Connections to these destinations get their templates.",
                    want.Note
                )
        );
    }
}
