using System.Net;
using IwTune.Agent.Engine.History;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.WindowsDouble.Faults;

namespace IwTune.Agent.Tests.Windows.Steps;

/// <summary>Our filters and others', and every fault when they are made and removed.</summary>
public sealed class FilterStepTests : IDisposable
{
    private readonly WindowsBench _bench = new(MemoryWindows.V2019);

    private string List => _bench.State.File("filters.json");

    [Fact]
    public async Task A_filter_that_cannot_be_made_has_failed_and_is_not_listed()
    {
        var found = _bench.Host.ToString();
        _bench.Host.AddProblem = _ => "access is denied (5).";
        var turn = await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        Assert.Contains(
            "'filter 10.0.0.0/8' could not be made with InternetCustom: access is denied (5).",
            turn.State.Reason,
            StringComparison.Ordinal
        );
        Assert.False(File.Exists(List));
        await _bench.RollbackAllAsync();
        Assert.Equal(found, _bench.Host.ToString());
    }

    [Fact]
    public async Task A_filter_that_is_acknowledged_and_not_there_has_failed()
    {
        _bench.Host.Loses = true;
        var turn = await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        Assert.Contains(
            "was made with InternetCustom without complaint and does not read back.",
            turn.State.Reason,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task With_a_confirmation_asked_for_a_failed_filter_takes_its_template_back()
    {
        var found = _bench.Host.ToString();
        _bench.Host.AddProblem = _ => "access is denied (5).";
        var reconciler = _bench.Open();
        var turn = await reconciler.ReconcileAsync(
            WindowsBench.Content(("default", 12), ("prefix:10.0.0.0/8", 16)) with
            {
                ConfirmSeconds = 60,
            },
            CancellationToken.None
        );
        Assert.EndsWith("Everything was restored.", turn.State.Reason, StringComparison.Ordinal);
        Assert.Equal(found, _bench.Host.ToString());
    }

    [Fact]
    public async Task A_filter_that_cannot_be_removed_stays_ours_until_it_can()
    {
        var found = _bench.Host.ToString();
        await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        _bench.Host.RemoveProblem = _ => "the provider does not answer.";
        var failed = await _bench.RollbackAllAsync();
        Assert.False(failed.Succeeded);
        Assert.Contains(
            "'filter 10.0.0.0/8' could not be removed: the provider does not answer.",
            failed.State.Reason,
            StringComparison.Ordinal
        );
        _bench.Host.RemoveProblem = _ => "";
        Assert.True((await _bench.RollbackAllAsync()).Succeeded);
        Assert.Equal(found, _bench.Host.ToString());
        Assert.False(File.Exists(List));
    }

    [Fact]
    public async Task A_filter_that_cannot_be_made_anew_gives_what_it_gave()
    {
        await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 16));
        _bench.Host.AddProblem = filter => filter.Setting == TemplateName.DatacenterCustom ? "no." : "";
        var turn = await _bench.ApplyAsync(("prefix:10.0.0.0/8", 20), ("prefix:172.16.0.0/12", 16));
        Assert.Contains("It gives InternetCustom as before.", turn.State.Reason, StringComparison.Ordinal);
        Assert.All(_bench.Host.Filters, filter => Assert.Equal(TemplateName.InternetCustom, filter.Setting));
    }

    [Fact]
    public async Task A_filter_that_is_gone_although_the_tool_complained_is_made_anew()
    {
        using var host = new EmulatedHost("2022", method: AccessMethod.Wmi);
        var reconciler = host.Open();
        await reconciler.ReconcileAsync(WindowsBench.Content(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 16)), default);
        host.Machine.Arm(new Fault(FaultKind.ComplainsAlthoughDone) { Tool = Tool.Netsh, Writes = true });

        var turn = await reconciler.ReconcileAsync(WindowsBench.Content(("prefix:10.0.0.0/8", 20), ("prefix:172.16.0.0/12", 16)), default);

        Assert.Equal("", turn.State.Reason);
        Assert.Equal(
            "DatacenterCustom",
            Assert.Single(host.Machine.Read().Filters, filter => filter.DestinationPrefix == "10.0.0.0/8").SettingName
        );
    }

    [Fact]
    public async Task Without_the_list_no_filter_is_touched_and_the_reason_is_told()
    {
        await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        var there = _bench.Host.ToString();
        await File.WriteAllTextAsync(List, "{ half a");
        var turn = await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16), ("prefix:172.16.0.0/12", 16));
        Assert.Contains(
            $"{List} lists the transport filters that iwtune made and cannot be read",
            turn.State.Reason,
            StringComparison.Ordinal
        );
        Assert.Contains(turn.State.Reason.Split('.'), part => part.Contains("Without it no filter is touched", StringComparison.Ordinal));
        Assert.Equal(there, _bench.Host.ToString());
    }

    [Fact]
    public async Task While_filters_cannot_be_read_they_are_not_gone_and_nothing_of_theirs_changes()
    {
        await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        var there = _bench.Host.ToString();
        _bench.Host.HasPowerShell = false;

        var turn = await _bench.ApplyAsync(("prefix:10.0.0.0/8", 20));
        Assert.Contains("PowerShell 7 is not installed here; install it.", turn.State.Reason, StringComparison.Ordinal);
        Assert.DoesNotContain(turn.Events, told => told.Kind == Shared.Wire.HostEventKind.Drifted);
        Assert.False((await _bench.RollbackAllAsync()).Succeeded);
        _bench.Host.HasPowerShell = true;
        Assert.True((await _bench.RollbackAllAsync()).Succeeded);
        Assert.NotEqual(there, _bench.Host.ToString());
        Assert.Empty(_bench.Host.Filters);
        Assert.Equal(10, _bench.Host.Icw[TemplateName.InternetCustom]);
    }

    [Fact]
    public async Task With_the_journal_lost_the_next_start_removes_what_the_list_names_and_nothing_else()
    {
        _bench.Host.AddForeign(new TransportFilter(TemplateName.InternetCustom, null) { LocalPorts = (443, 443) });
        await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        File.Delete(_bench.State.Journal);
        var reconciler = _bench.Open();
        await reconciler.Rollbacks.RecoverAsync(CancellationToken.None);
        Assert.Equal(443, Assert.Single(_bench.Host.Filters).LocalPorts!.Value.First);
        Assert.False(File.Exists(List));
    }

    [Fact]
    public async Task One_that_somebody_put_in_place_of_ours_is_theirs()
    {
        await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        _bench.Host.RemoveForeign(_bench.Host.Filters.Single());
        _bench.Host.AddForeign(new TransportFilter(TemplateName.Datacenter, IPNetwork.Parse("10.0.0.0/8")));

        var turn = await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        Assert.Contains("Another program made this filter", turn.State.Reason, StringComparison.Ordinal);
        Assert.True((await _bench.RollbackAllAsync()).Succeeded);
        Assert.Equal(TemplateName.Datacenter, Assert.Single(_bench.Host.Filters).Setting);
        Assert.Equal(10, _bench.Host.Icw[TemplateName.InternetCustom]);
    }

    [Fact]
    public async Task Undoing_by_hand_is_told_in_the_commands_of_windows_the_filter_first()
    {
        await _bench.ApplyAsync(("default", 12), ("prefix:10.0.0.0/8", 16));
        var undo = await ByHandAsync(_bench);
        Assert.Equal(
            [
                Removal,
                "netsh interface tcp set supplemental template=internetcustom icw=10",
                "netsh interface tcp set supplemental template=datacenter icw=10",
                "netsh interface tcp set supplemental template=internet icw=10",
            ],
            undo
        );
    }

    [Fact]
    public async Task Undoing_by_hand_names_a_filter_that_cannot_be_looked_at()
    {
        await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        _bench.Host.HasPowerShell = false;
        Assert.Equal(
            [
                "# Filters cannot be read now: PowerShell 7 is not installed here; install it. A command for a filter that is "
                    + "gone fails and changes nothing.",
                Removal,
            ],
            (await ByHandAsync(_bench)).Take(2)
        );
    }

    [Fact]
    public async Task Undoing_by_hand_names_a_filter_that_the_list_can_not_tell_to_be_ours()
    {
        await _bench.ApplyAsync(("prefix:10.0.0.0/8", 16));
        await File.WriteAllTextAsync(List, "[{\n");
        var undo = await ByHandAsync(_bench);
        Assert.StartsWith(
            $"# {List} lists the transport filters that iwtune made and cannot be read: it is damaged",
            undo[0],
            StringComparison.Ordinal
        );
        Assert.EndsWith(" Check with Get-NetTransportFilter that no other program made this filter.", undo[0], StringComparison.Ordinal);
        Assert.Equal(Removal, undo[1]);

        var filter = Assert.Single((await _bench.NewTuner().ReadAsync(default)).Targets, target => target.Noun == "filter");
        Assert.StartsWith(
            "Whether iwtune made this filter, which gives InternetCustom, is not known",
            filter.Strategy.Why,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Undoing_by_hand_names_all_four_ports_because_a_part_of_them_selects_filters_of_others_too()
    {
        var ours = new TransportFilter(TemplateName.InternetCustom, null) { LocalPorts = (443, 443) };
        new FilterOwnership(_bench.State).Write([ours]);
        _bench.Host.AddForeign(ours);
        Assert.Equal(
            [
                "Remove-NetTransportFilter -SettingName InternetCustom -Protocol TCP -LocalPortStart 443 -LocalPortEnd 443 "
                    + "-RemotePortStart 0 -RemotePortEnd 65535 -Confirm:$false",
            ],
            await ByHandAsync(_bench)
        );
    }

    [Fact]
    public async Task Undoing_automatic_by_hand_comes_before_its_templates()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        await bench.ApplyAsync(("default", 12));
        var undo = await ByHandAsync(bench);
        Assert.Equal("Set-NetTCPSetting -SettingName InternetCustom, DatacenterCustom -AutomaticUseCustom Disabled", undo[0]);
    }

    [Fact]
    public async Task Automatic_that_cannot_be_told_has_failed_and_its_templates_go_back()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        var found = bench.Host.ToString();
        bench.Host.ChoiceProblem = "access is denied (5).";
        var turn = await bench.ApplyAsync(("default", 12));
        Assert.Contains(
            "AutomaticUseCustom could not be set to Enabled: access is denied (5).",
            turn.State.Reason,
            StringComparison.Ordinal
        );
        await bench.RollbackAllAsync();
        Assert.Equal(found, bench.Host.ToString());
    }

    [Fact]
    public async Task Automatic_that_is_acknowledged_and_lost_has_failed()
    {
        using var bench = new WindowsBench(MemoryWindows.V2012R2);
        bench.Host.Loses = true;
        var turn = await bench.ApplyAsync(("default", 12));
        Assert.Contains(
            "AutomaticUseCustom was set to Enabled without complaint and does not read back.",
            turn.State.Reason,
            StringComparison.Ordinal
        );
    }

    private const string Removal =
        "Remove-NetTransportFilter -SettingName InternetCustom -Protocol TCP -DestinationPrefix 10.0.0.0/8 -Confirm:$false";

    private static async Task<IReadOnlyList<string>> ByHandAsync(WindowsBench bench)
    {
        var tuner = bench.NewTuner();
        var read = await new JournaledTuner(tuner, Journal.Peek(bench.State, bench.Clock)).ReadAsync(CancellationToken.None);
        var undo = await tuner.ByHandAsync([.. read.Targets.Where(target => target.Original is not null)], CancellationToken.None);
        return [.. undo.SelectMany(one => one.Lines)];
    }

    public void Dispose() => _bench.Dispose();
}
