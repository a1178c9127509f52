using System.Net;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Tests.Windows.Templates.PowerShell;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates.Wmi;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Agent.Windows.Watching;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Templates;

/// <summary>
/// The three methods of reading over one emulated Windows: the best available one is used, and different results of another are reported.
/// </summary>
public sealed class TemplateMethodsTests : IDisposable
{
    private readonly TestClock _clock = new();
    private readonly Func<double> _random = new Random(17).NextDouble;
    private readonly MachineDirectory _directory = new("2022");

    // What WMI shows may differ from what the other methods show.
    private readonly MachineDirectory _shown = new("2022");
    private readonly EmulatedWmi _wmi;

    public TemplateMethodsTests() => _wmi = new(_shown.Machine) { Absent = "WMI is switched off" };

    private EmulatedWindows Machine => _directory.Machine;

    public static TheoryData<string> Profiles => [.. Profile.All.Select(profile => profile.Name)];

    public void Dispose()
    {
        _directory.Dispose();
        _shown.Dispose();
    }

    [Theory, MemberData(nameof(Profiles))]
    public async Task Every_windows_is_read_by_its_best_method(string profile)
    {
        using var directory = new MachineDirectory(profile);
        var known = Profile.Of(profile);
        var reading = await SystemMethods
            .Over(
                PowerShellReaderTests.Version(profile),
                new(
                    new EmulatedNetsh(directory.Machine),
                    new EmulatedPowerShell(directory.Machine),
                    new AbsentPowerShell("not used"),
                    _wmi,
                    new NoSignal()
                ),
                _clock,
                _random
            )
            .Reader.ReadAsync(default);
        Assert.Equal(known.HasTemplates, reading.Succeeded);
        if (!known.HasTemplates)
        {
            Assert.Contains("KB2472264", reading.Problem, StringComparison.Ordinal);
            return;
        }
        Assert.Equal(known.HasCmdlets ? AccessMethod.PowerShell : AccessMethod.Netsh, reading.Method);
        var there = directory.Machine.Read();
        var read = reading
            .Templates.Where(template => template.InitialCongestionWindow is not null)
            .ToDictionary(template => $"{template.Name}", template => $"{template.InitialCongestionWindow}", StringComparer.Ordinal);
        Assert.All(
            read,
            template =>
                Assert.Equal(there.Templates.Single(one => one.Name == template.Key).Values["InitialCongestionWindow"], template.Value)
        );
        // For 2008 R2 there is one capture, of one template.
        Assert.Equal(known.HasCmdlets ? known.Templates.Count : 1, read.Count);
        // There is no capture of netsh's output where the default is Automatic.
        Assert.Equal(there.Default == "Automatic" ? null : there.Default, reading.Default?.ToString());
        Assert.DoesNotContain(reading.Notes, note => note.Contains("disagree", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_better_method_that_does_not_work_is_named_with_its_reason_and_tried_again_later()
    {
        Machine.Arm(new Fault(FaultKind.Broken) { Tool = Tool.PowerShell, Value = 5 });
        var methods = Methods();
        var reading = await methods.Reader.ReadAsync(default);
        Assert.Equal((AccessMethod.Netsh, AccessMethod.Netsh), (reading.Method, methods.Reader.Method));
        Assert.StartsWith(
            "read by netsh, not by PowerShell: Get-NetTCPSetting was refused: access denied.",
            reading.Notes[0],
            StringComparison.Ordinal
        );
        Assert.Equal("read by netsh, not by WMI: WMI is switched off", reading.Notes[1]);

        Machine.Disarm();
        Assert.Equal(AccessMethod.Netsh, (await methods.Reader.ReadAsync(default)).Method);
        _clock.Advance(MethodRest.First);
        reading = await methods.Reader.ReadAsync(default);
        Assert.Equal(AccessMethod.PowerShell, reading.Method);
        Assert.Empty(reading.Notes);
    }

    [Fact]
    public async Task A_method_that_failed_is_not_tried_at_every_reading()
    {
        Machine.Arm(new Fault(FaultKind.Broken) { Tool = Tool.PowerShell });
        var methods = Methods();
        for (var times = 0; times < 5; times++)
            Assert.True((await methods.Reader.ReadAsync(default)).Succeeded);
        Assert.Single(Machine.Calls, call => call.StartsWith("Get-NetTCPSetting", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_service_that_restarted_is_asked_again_soon_and_one_that_stays_broken_more_and_more_rarely()
    {
        var wmi = new EmulatedWmi(Machine) { Error = new WmiError(unchecked((int)0x800706BA), "The RPC server is unavailable.") };
        var reader = Stock(wmi).Reader;
        Assert.Equal(AccessMethod.Netsh, (await reader.ReadAsync(default)).Method);
        wmi.Error = null;
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(AccessMethod.Wmi, (await reader.ReadAsync(default)).Method);

        wmi.Error = new WmiError(unchecked((int)0x800706BA), "The RPC server is unavailable.");
        for (var passed = TimeSpan.Zero; passed < TimeSpan.FromHours(1); passed += TimeSpan.FromSeconds(30))
        {
            await reader.ReadAsync(default);
            _clock.Advance(TimeSpan.FromSeconds(30));
        }
        wmi.Error = null;
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(AccessMethod.Netsh, (await reader.ReadAsync(default)).Method);
    }

    [Fact]
    public async Task The_only_reader_of_filters_is_tried_again_although_it_rests()
    {
        var wmi = new EmulatedWmi(Machine) { Error = new WmiError(unchecked((int)0x800706BA), "The RPC server is unavailable.") };
        var filters = SystemMethods
            .Over(
                PowerShellReaderTests.Version("2022"),
                new(
                    new EmulatedNetsh(Machine),
                    new AbsentPowerShell("not installed"),
                    new AbsentPowerShell("blocked"),
                    wmi,
                    new NoSignal()
                ),
                _clock,
                _random
            )
            .Filters;
        Assert.Contains("The RPC server is unavailable", (await filters.ReadAsync(default)).Problem, StringComparison.Ordinal);
        wmi.Error = null;
        Assert.Equal("", (await filters.ReadAsync(default)).Problem);
    }

    [Fact]
    public async Task When_no_method_works_each_is_named_and_every_one_is_tried_again_at_once()
    {
        Machine.Arm(new Fault(FaultKind.Broken));
        var methods = Methods();
        var reading = await methods.Reader.ReadAsync(default);
        Assert.Empty(reading.Templates);
        Assert.Matches("^PowerShell: Get-NetTCPSetting failed.*; WMI: WMI is switched off; netsh: netsh printed nothing", reading.Problem);
        Machine.Disarm();
        Assert.Equal(AccessMethod.PowerShell, (await methods.Reader.ReadAsync(default)).Method);
    }

    [Fact]
    public async Task Methods_that_disagree_are_reported_with_what_each_says()
    {
        _wmi.Absent = null;
        _shown.Machine.Change(state => state.WithWindow("Internet", 20));
        var reading = await Methods().Reader.ReadAsync(default);
        Assert.Equal(AccessMethod.PowerShell, reading.Method);
        Assert.Equal(
            "the ways of reading disagree about Internet: PowerShell says 10, WMI says 20, netsh says 10",
            Assert.Single(reading.Notes)
        );
    }

    [Fact]
    public async Task Methods_are_compared_at_the_start_after_a_write_and_from_time_to_time()
    {
        _wmi.Absent = null;
        var methods = Methods();
        var compared = () => _shown.Machine.Calls.Count(call => call.StartsWith("wmi MSFT_NetTCPSetting", StringComparison.Ordinal));
        await methods.Reader.ReadAsync(default);
        await methods.Reader.ReadAsync(default);
        Assert.Equal(1, compared());
        await methods.Netsh.RunAsync(new NetshCommand.ShowGlobal(), default);
        await methods.Reader.ReadAsync(default);
        Assert.Equal(1, compared());
        Assert.True(TemplateWindow.TryFrom(16, out var window));
        await methods.Netsh.RunAsync(new NetshCommand.SetInitialWindow(TemplateName.Internet, window), default);
        // Two methods show the write and the third does not.
        Assert.Equal(
            "the ways of reading disagree about Internet: PowerShell says 16, WMI says 10, netsh says 16",
            Assert.Single((await methods.Reader.ReadAsync(default)).Notes)
        );
        Assert.Equal(2, compared());
        _clock.Advance(TemplateMethods.Comparing);
        await methods.Reader.ReadAsync(default);
        Assert.Equal(3, compared());
    }

    [Fact]
    public async Task Another_default_is_seen_at_the_reading_after_the_write_was_noticed()
    {
        var methods = Methods();
        foreach (var name in new[] { TemplateName.DatacenterCustom, TemplateName.Internet })
        {
            Machine.Change(state => state with { Default = $"{name}" });
            ((TemplateMethods)methods.Reader).Noticed();
            Assert.Equal(name, (await methods.Reader.ReadAsync(default)).Default);
        }
    }

    [Fact]
    public async Task A_provider_whose_number_is_not_documented_gets_the_name_that_netsh_prints()
    {
        var wmi = new EmulatedWmi(Machine);
        Machine.Change(state => state.With("InternetCustom", "CongestionProvider", "LEDBAT"));
        var reading = await Stock(wmi).Reader.ReadAsync(default);
        Assert.Equal(AccessMethod.Wmi, reading.Method);
        Assert.Equal(
            "ledbat",
            reading.Templates.Single(one => one.Name == TemplateName.InternetCustom).CongestionProvider,
            ignoreCase: true
        );
    }

    [Fact]
    public async Task Filters_are_made_by_netsh_and_read_by_wmi_on_a_server_as_it_comes()
    {
        var filter = new TransportFilter(TemplateName.InternetCustom, IPNetwork.Parse("10.0.0.0/8"));
        var methods = Stock(new EmulatedWmi(Machine));
        Assert.Equal("", await methods.Filters.AddAsync(filter, default));
        Assert.Contains(filter, (await methods.Filters.ReadAsync(default)).Filters);
        Assert.Equal("", await methods.Filters.RemoveAsync(filter, default));
        Assert.Empty(Machine.Read().Filters);
        Assert.Equal(
            [
                "netsh interface tcp add supplementalsubnet template=internetcustom family=ipv4 address=10.0.0.0/8 -> 0",
                "netsh interface tcp delete supplementalsubnet family=ipv4 address=10.0.0.0/8 -> 0",
            ],
            Machine.Calls.Where(call => call.StartsWith("netsh", StringComparison.Ordinal))
        );
        Assert.DoesNotContain(Machine.Calls, call => call.Contains("-Net", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Windows_powershell_makes_the_filter_that_netsh_refuses()
    {
        Machine.Arm(new Fault(FaultKind.Broken) { Tool = Tool.Netsh, Writes = true });
        var filter = new TransportFilter(TemplateName.InternetCustom, IPNetwork.Parse("10.0.0.0/8"));
        var methods = Stock(new EmulatedWmi(Machine));
        Assert.Equal("", await methods.Filters.AddAsync(filter, default));
        Assert.Equal("10.0.0.0/8", Assert.Single(Machine.Read().Filters).DestinationPrefix);
        Assert.Equal("", await methods.Filters.RemoveAsync(filter, default));
        Assert.Empty(Machine.Read().Filters);
    }

    [Fact]
    public async Task A_write_without_an_effect_is_tried_by_the_next_method_and_each_is_named()
    {
        Machine.Arm(new Fault(FaultKind.LostWrite) { Writes = true });
        var problem = await Stock(new EmulatedWmi(Machine))
            .Filters.AddAsync(new(TemplateName.InternetCustom, IPNetwork.Parse("10.0.0.0/8")), default);
        Assert.Equal(
            "netsh: the command ended well, and a reading shows no change; PowerShell: not installed; "
                + "Windows PowerShell: the command ended well, and a reading shows no change",
            problem
        );
    }

    [Fact]
    public async Task What_netsh_did_although_it_complained_is_not_done_again()
    {
        Machine.Arm(new Fault(FaultKind.ComplainsAlthoughDone) { Tool = Tool.Netsh, Writes = true });
        var problem = await Stock(new EmulatedWmi(Machine))
            .Filters.AddAsync(new(TemplateName.InternetCustom, IPNetwork.Parse("10.0.0.0/8")), default);
        Assert.StartsWith("netsh: 'netsh interface tcp add supplementalsubnet", problem, StringComparison.Ordinal);
        Assert.Single(Machine.Read().Filters);
        Assert.DoesNotContain(Machine.Calls, call => call.StartsWith("New-", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Without_a_method_for_the_filters_each_is_named()
    {
        const string Problem = "PowerShell: not installed; WMI: WMI is switched off; Windows PowerShell: not installed";
        var methods = SystemMethods.Over(
            PowerShellReaderTests.Version("2022"),
            new(
                new EmulatedNetsh(Machine),
                new AbsentPowerShell("not installed"),
                new AbsentPowerShell("not installed"),
                _wmi,
                new NoSignal()
            ),
            _clock,
            _random
        );
        Assert.Equal(Problem, (await methods.Filters.ReadAsync(default)).Problem);
        Assert.Equal(Problem, await methods.Filters.AddAsync(new(TemplateName.InternetCustom, IPNetwork.Parse("10.0.0.0/8")), default));
        Assert.Equal("PowerShell: not installed; Windows PowerShell: not installed", await methods.Automatic.SetAsync(true, default));
    }

    [Fact]
    public async Task Automatic_use_custom_is_set_by_windows_powershell_on_a_server_as_it_comes()
    {
        using var directory = new MachineDirectory("2012r2");
        var methods = SystemMethods.Over(
            PowerShellReaderTests.Version("2012r2"),
            new(
                new EmulatedNetsh(directory.Machine),
                new AbsentPowerShell("not installed"),
                new EmulatedPowerShell(directory.Machine),
                new EmulatedWmi(directory.Machine),
                new NoSignal()
            ),
            _clock,
            _random
        );
        Assert.Equal("", await methods.Automatic.SetAsync(true, default));
        var reading = await methods.Reader.ReadAsync(default);
        Assert.Equal(AccessMethod.Wmi, reading.Method);
        Assert.Equal(
            [("InternetCustom", true), ("DatacenterCustom", (bool?)true)],
            reading
                .Templates.Where(one => one.Name is TemplateName.InternetCustom or TemplateName.DatacenterCustom)
                .Select(one => ($"{one.Name}", one.AutomaticUseCustom))
        );
    }

    private WindowsPorts Methods() =>
        SystemMethods.Over(
            PowerShellReaderTests.Version("2022"),
            new(new EmulatedNetsh(Machine), new EmulatedPowerShell(Machine), new EmulatedPowerShell(Machine), _wmi, new NoSignal()),
            _clock,
            _random
        );

    /// <summary>Server 2022 as it comes: no PowerShell 7.</summary>
    private WindowsPorts Stock(EmulatedWmi wmi) =>
        SystemMethods.Over(
            PowerShellReaderTests.Version("2022"),
            new(new EmulatedNetsh(Machine), new AbsentPowerShell("not installed"), new EmulatedPowerShell(Machine), wmi, new NoSignal()),
            _clock,
            _random
        );
}
