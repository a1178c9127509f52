using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.WindowsDouble.Faults;

namespace IwTune.Agent.Tests.Windows;

/// <summary>A server that lets only its custom templates be set, although its version should let all be set.</summary>
public sealed class StockRefusalTests
{
    [Theory]
    [InlineData("2016")]
    [InlineData("2025")]
    public async Task The_custom_templates_serve_connections_and_a_rollback_restores_every_byte(string profile)
    {
        using var host = new EmulatedHost(profile, method: AccessMethod.Wmi);
        host.Machine.Arm(new Fault(FaultKind.StockRefused) { Tool = Tool.Netsh, Writes = true });
        var before = host.Machine.Print();
        var content = WindowsBench.Content(("default", 16));

        var first = await host.Open().ReconcileAsync(content, default);
        Assert.Contains("The next plan sets the custom templates", first.State.Reason, StringComparison.Ordinal);
        Assert.Equal(before, host.Machine.Print());

        // A new process knows it, too.
        var reconciler = host.Open();
        var second = await reconciler.ReconcileAsync(content, default);
        Assert.All(second.Outcomes, taken => Assert.IsType<Outcome.Applied>(taken.Outcome));
        var machine = host.Machine.Read();
        Assert.Equal((10, 10), (machine.Template("Internet")!.Window, machine.Template("Datacenter")!.Window));
        Assert.Equal((16, 16), (machine.Template("InternetCustom")!.Window, machine.Template("DatacenterCustom")!.Window));
        Assert.Equal("Enabled", machine.Template("InternetCustom")!.Values["AutomaticUseCustom"]);
        Assert.All(
            second.Plan.Resolution.Wants,
            want => Assert.Contains("did not let template Datacenter be set", want.Note, StringComparison.Ordinal)
        );

        await reconciler.Rollbacks.AllAsync(default);
        Assert.Equal(before, host.Machine.Print());
    }

    [Fact]
    public async Task After_an_update_of_windows_the_stock_templates_are_tried_again_and_automatic_is_restored()
    {
        using var host = await RefusedAsync();
        host.Machine.Disarm();
        File.Delete(host.State.File(StockRefusals.Name));

        var turn = await host.Open().ReconcileAsync(WindowsBench.Content(("default", 16)), default);

        Assert.Equal("", turn.State.Reason);
        var machine = host.Machine.Read();
        Assert.Equal((16, 16), (machine.Template("Internet")!.Window, machine.Template("Datacenter")!.Window));
        Assert.Equal((10, 10), (machine.Template("InternetCustom")!.Window, machine.Template("DatacenterCustom")!.Window));
        Assert.Equal("Disabled", machine.Template("InternetCustom")!.Values["AutomaticUseCustom"]);
    }

    [Fact]
    public async Task After_an_update_of_windows_the_other_plan_is_no_repair_because_nothing_drifted()
    {
        using var host = await RefusedAsync();
        host.Machine.Disarm();
        File.Delete(host.State.File(StockRefusals.Name));

        var reconciler = host.Open();
        var turn = await reconciler.ReconcileAsync(WindowsBench.Content(("default", 16)), default);

        Assert.Equal("edge revision 1: 5 templates changed and read back.", Assert.Single(turn.Events).Text);
        Assert.Null(turn.State.Repaired);
        Assert.Empty(reconciler.Journal.Repairs);
    }

    [Fact]
    public async Task A_rollback_after_an_update_of_windows_restores_automatic_too()
    {
        using var host = await RefusedAsync();
        File.Delete(host.State.File(StockRefusals.Name));

        Assert.True((await host.Open().Rollbacks.AllAsync(default)).Succeeded);

        Assert.Equal("Disabled", host.Machine.Read().Template("InternetCustom")!.Values["AutomaticUseCustom"]);
    }

    [Fact]
    public async Task After_an_update_of_windows_nothing_is_changed_while_automatic_cannot_be_read()
    {
        using var host = await RefusedAsync("2022");
        host.Machine.Disarm();
        File.Delete(host.State.File(StockRefusals.Name));
        host.Machine.Arm(new Fault(FaultKind.Broken) { Tool = Tool.Wmi }, new Fault(FaultKind.Broken) { Tool = Tool.PowerShell });
        var there = host.Machine.Print();

        var turn = await host.Open().ReconcileAsync(WindowsBench.Content(("default", 16)), default);

        Assert.Contains("AutomaticUseCustom cannot be read on this host", turn.State.Reason, StringComparison.Ordinal);
        Assert.Equal(there, host.Machine.Print());
    }

    [Fact]
    public async Task A_template_that_the_same_turn_found_out_cannot_be_set_is_refused_with_that_reason()
    {
        using var host = new EmulatedHost("2016", method: AccessMethod.Wmi);
        host.Machine.Arm(new Fault(FaultKind.StockRefused) { Tool = Tool.Netsh, Writes = true });

        var turn = await host.Open().ReconcileAsync(WindowsBench.Content(("default", 16)), default);

        Assert.Equal(
            "This Windows lets only InternetCustom and DatacenterCustom be set.",
            Assert.Single(turn.Outcomes.Select(taken => taken.Outcome).OfType<Outcome.Refused>()).Reason
        );
    }

    [Fact]
    public async Task A_tool_that_sets_no_template_at_all_is_no_matter_of_the_template()
    {
        using var host = new EmulatedHost("2016", method: AccessMethod.Wmi);
        host.Machine.Arm(new Fault(FaultKind.LostWrite) { Tool = Tool.Netsh, Writes = true });
        var content = WindowsBench.Content(("default", 16));
        await host.Open().ReconcileAsync(content, default);
        var second = await host.Open().ReconcileAsync(content, default);
        Assert.Contains("the next plan tries those again", second.State.Reason, StringComparison.Ordinal);
        Assert.False(File.Exists(host.State.File(StockRefusals.Name)));

        host.Machine.Disarm();
        await host.Open().ReconcileAsync(content, default);
        Assert.Equal(16, host.Machine.Read().Template("Internet")!.Window);
    }

    [Fact]
    public async Task A_process_without_rights_learns_nothing_about_the_host()
    {
        using var host = new EmulatedHost("2016", method: AccessMethod.Wmi) { Elevated = false };
        host.Machine.Arm(new Fault(FaultKind.StockRefused) { Tool = Tool.Netsh, Writes = true });
        await host.Open().ReconcileAsync(WindowsBench.Content(("default", 16)), default);
        Assert.False(File.Exists(host.State.File(StockRefusals.Name)));
    }

    [Fact]
    public void Another_update_of_windows_is_tried_anew()
    {
        using var host = new EmulatedHost("2016");
        var tried = host.Version with { Revision = 100 };
        new StockRefusals(host.State, tried).Keep(new(tried.Build, 100, TemplateName.Internet, host.Clock.GetUtcNow(), "exit 1."));
        Assert.NotNull(new StockRefusals(host.State, tried).Known);
        Assert.Null(new StockRefusals(host.State, tried with { Revision = 101 }).Known);
        File.WriteAllText(host.State.File(StockRefusals.Name), "{ broken");
        Assert.Null(new StockRefusals(host.State, tried).Known);
    }

    /// <summary>A host on which the custom templates were set instead.</summary>
    private static async Task<EmulatedHost> RefusedAsync(string profile = "2016")
    {
        var host = new EmulatedHost(profile, method: AccessMethod.Wmi);
        host.Machine.Arm(new Fault(FaultKind.StockRefused) { Tool = Tool.Netsh, Writes = true });
        await host.Open().ReconcileAsync(WindowsBench.Content(("default", 16)), default);
        await host.Open().ReconcileAsync(WindowsBench.Content(("default", 16)), default);
        Assert.Equal("Enabled", host.Machine.Read().Template("InternetCustom")!.Values["AutomaticUseCustom"]);
        return host;
    }
}
