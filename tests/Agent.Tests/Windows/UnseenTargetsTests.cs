using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Policies;
using IwTune.WindowsDouble.Faults;

namespace IwTune.Agent.Tests.Windows;

/// <summary>What a reading leaves out is not gone, and is restored.</summary>
public sealed class UnseenTargetsTests
{
    [Fact]
    public async Task Automatic_is_restored_by_a_rollback_although_another_default_was_set_since()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        await bench.ApplyAsync(("default", 12));
        bench.Host.Default = TemplateName.Compat;

        Assert.True((await bench.RollbackAllAsync()).Succeeded);

        Assert.False(bench.Host.UseCustom);
    }

    [Fact]
    public async Task Automatic_is_restored_by_the_next_turn_when_another_default_was_set_since()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        await bench.ApplyAsync(("default", 12));
        bench.Host.Default = TemplateName.Compat;

        Assert.Equal("", (await bench.ApplyAsync(("default", 12))).State.Reason);

        Assert.False(bench.Host.UseCustom);
        Assert.Equal("filter 0.0.0.0/0, filter ::/0", string.Join(", ", bench.Host.Filters.Select(filter => FilterMatch.Of(filter).Id)));
    }

    [Fact]
    public async Task A_template_that_is_not_listed_keeps_its_before_image_until_it_can_be_restored()
    {
        using var host = new EmulatedHost("2022", method: AccessMethod.Wmi);
        var before = host.Machine.Print();
        await host.Open().ReconcileAsync(WindowsBench.Content(("default", 16)), default);
        host.Machine.Arm(new Fault(FaultKind.TemplateMissing) { Template = "Internet" });

        var failed = await host.Open().Rollbacks.AllAsync(default);

        Assert.False(failed.Succeeded);
        Assert.Contains(
            "template Internet can no longer be read, so its window was not restored.",
            failed.State.Reason,
            StringComparison.Ordinal
        );
        Assert.Equal(["template Internet"], host.Open().Journal.Managed);
        host.Machine.Disarm();
        Assert.True((await host.Open().Rollbacks.AllAsync(default)).Succeeded);
        Assert.Equal(before, host.Machine.Print());
    }

    [Fact]
    public async Task A_template_that_is_not_listed_is_no_drift()
    {
        using var host = new EmulatedHost("2022", method: AccessMethod.Wmi);
        await host.Open().ReconcileAsync(WindowsBench.Content(("default", 16)), default);
        host.Machine.Arm(new Fault(FaultKind.TemplateMissing) { Template = "Internet" });

        var turn = await host.Open().ReconcileAsync(WindowsBench.Content(("default", 16)), default);

        Assert.DoesNotContain(turn.Events, told => told.Kind == Shared.Wire.HostEventKind.Drifted);
        Assert.Contains("Internet cannot be read on this host", turn.State.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_filter_is_not_gone_while_neither_it_nor_the_list_can_be_read()
    {
        using var bench = new WindowsBench(MemoryWindows.V2019);
        await bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        bench.Host.HasPowerShell = false;
        await File.WriteAllTextAsync(bench.State.File(FilterOwnership.Name), "[{");

        var failed = await bench.RollbackAllAsync();

        Assert.False(failed.Succeeded);
        Assert.Contains("filter 10.0.0.0/8 was not restored", failed.State.Reason, StringComparison.Ordinal);
        Assert.Contains("filter 10.0.0.0/8", bench.Open().Journal.Managed);
    }

    [Fact]
    public async Task A_template_that_an_upgraded_windows_does_not_have_is_gone()
    {
        using var host = new EmulatedHost("2019");
        var tuner = host.NewTuner();
        await tuner.ReadAsync(default);
        var lost = new Dictionary<string, Window>(StringComparer.Ordinal) { ["template Custom"] = new(16, null) };
        Assert.Empty(tuner.Unseen(lost));
    }
}
