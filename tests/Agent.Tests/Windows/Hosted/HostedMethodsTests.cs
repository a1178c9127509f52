using System.Net;
using IwTune.Agent.Tests.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Probing;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Netsh;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Hosted;

/// <summary>What reads and sets by PowerShell, over the real engine and the module NetTCPIP.</summary>
public sealed class HostedMethodsTests
{
    public static TheoryData<string> Everywhere => [.. from profile in Profile.All where profile.HasCmdlets select profile.Name];

    [Theory, MemberData(nameof(Everywhere))]
    public async Task Every_template_is_read_on_every_windows(string profile)
    {
        using var windows = new HostedWindows(profile);
        var reading = await new PowerShellReader(windows.Shell, PowerShellReaderTests.Version(profile)).ReadAsync(default);
        Assert.Equal("", reading.Problem);
        Assert.Equal(["Automatic", .. windows.Machine.Profile.Templates], reading.Templates.Select(template => template.Name.ToString()));
        Assert.Null(reading.Templates[0].InitialCongestionWindow);
        foreach (var (read, there) in reading.Templates.Skip(1).Zip(windows.Machine.Read().Templates))
        {
            Assert.Equal(there.Values["InitialCongestionWindow"], $"{read.InitialCongestionWindow}");
            Assert.Equal(there.Values["CongestionProvider"], read.CongestionProvider);
            Assert.Equal(there.Values.TryGetValue("AutomaticUseCustom", out var uses) ? uses == "Enabled" : null, read.AutomaticUseCustom);
            Assert.Equal(there.Values["MinRto"], read.Others["MinRto"]);
        }
    }

    [Fact]
    public async Task What_netsh_sets_is_read_by_powershell()
    {
        using var windows = new HostedWindows("2022");
        Assert.Equal(
            0,
            NetshDouble.Run(windows.Machine, ["interface", "tcp", "set", "supplemental", "template=internet", "icw=20"]).ExitCode
        );
        var reading = await new PowerShellReader(windows.Shell, PowerShellReaderTests.Version("2022")).ReadAsync(default);
        Assert.Equal(20, reading.Templates.Single(template => template.Name == TemplateName.Internet).InitialCongestionWindow);
    }

    [Theory]
    [InlineData("2019", FaultKind.Garbage, "Get-NetTCPSetting: ")]
    [InlineData("2019", FaultKind.Broken, "Get-NetTCPSetting was refused: access denied.")]
    public async Task What_cannot_be_read_is_a_problem(string profile, FaultKind fault, string problem)
    {
        using var windows = new HostedWindows(profile);
        windows.Machine.Arm(new Fault(fault) { Value = 5 });
        var reading = await new PowerShellReader(windows.Shell, PowerShellReaderTests.Version(profile)).ReadAsync(default);
        Assert.Empty(reading.Templates);
        Assert.StartsWith(problem, reading.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_provider_that_never_answers_is_stopped_and_the_next_reading_works()
    {
        var clock = new TestClock();
        using var windows = new HostedWindows("2019", clock);
        windows.Machine.Arm(new Fault(FaultKind.Hang) { Times = 1 });
        var reader = new PowerShellReader(windows.Shell, PowerShellReaderTests.Version("2019"));
        var reading = reader.ReadAsync(default).AsTask();
        await IwTune.Lab.Until.TrueAsync(() => windows.Machine.Calls.Count == 1, () => "the cmdlet was not called");
        clock.Advance(PowerShellLimit.Span);
        Assert.Contains("did not end within 60 s", (await reading).Problem, StringComparison.Ordinal);
        Assert.Equal("", (await reader.ReadAsync(default)).Problem);
    }

    [Theory]
    [InlineData("2012r2", true)]
    [InlineData("2019", true)]
    [InlineData("2019", false)]
    public async Task Automatic_can_be_told_to_take_the_custom_templates(string profile, bool useCustom)
    {
        using var windows = new HostedWindows(profile);
        var version = PowerShellReaderTests.Version(profile);
        Assert.Equal("", await new PowerShellAutomaticChoice(windows.Shell, version).SetAsync(useCustom, default));
        var reading = await new PowerShellReader(windows.Shell, version).ReadAsync(default);
        Assert.All(
            reading.Templates.Where(template => template.Name is TemplateName.InternetCustom or TemplateName.DatacenterCustom),
            template => Assert.Equal(useCustom, template.AutomaticUseCustom)
        );
    }

    [Theory]
    [InlineData("win11", null, "Property AutomaticUseCustom is read-only (Windows System Error 87,Set-NetTCPSetting)")]
    [InlineData("2019", FaultKind.Denied, "access denied")]
    public async Task A_choice_that_is_refused_is_told(string profile, FaultKind? fault, string part)
    {
        using var windows = new HostedWindows(profile);
        if (fault is { } kind)
            windows.Machine.Arm(new Fault(kind));
        var told = await new PowerShellAutomaticChoice(windows.Shell, PowerShellReaderTests.Version(profile)).SetAsync(true, default);
        Assert.Contains(part, told, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Filters_are_made_read_and_removed_one_by_one()
    {
        using var windows = new HostedWindows("2019");
        var table = new PowerShellFilterTable(windows.Shell, PowerShellReaderTests.Version("2019"));
        TransportFilter[] filters =
        [
            new(TemplateName.InternetCustom, IPNetwork.Parse("10.1.0.0/16")),
            new(TemplateName.DatacenterCustom, IPNetwork.Parse("2001:db8::/32")),
            new(TemplateName.InternetCustom, null) { LocalPorts = (443, 443) },
        ];
        var before = (await table.ReadAsync(default)).Filters;
        foreach (var filter in filters)
            Assert.Equal("", await table.AddAsync(filter, default));
        Assert.Equal([.. before, .. filters], (await table.ReadAsync(default)).Filters);
        Assert.Equal("", await table.RemoveAsync(filters[1], default));
        Assert.Equal([.. before, filters[0], filters[2]], (await table.ReadAsync(default)).Filters);
        Assert.Equal("", await table.RemoveAsync(filters[1], default));
        Assert.Contains("exists already", await table.AddAsync(filters[0], default), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_client_has_no_filters_and_says_so()
    {
        using var windows = new HostedWindows("win11");
        var table = new PowerShellFilterTable(windows.Shell, PowerShellReaderTests.Version("win11"));
        Assert.Contains(
            "is a client. This feature is available on servers only.",
            (await table.ReadAsync(default)).Problem,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task The_template_of_one_connection_among_others_is_found()
    {
        using var windows = new HostedWindows("2022");
        var local = IPEndPoint.Parse("192.0.2.1:50000");
        windows.Machine.Change(state =>
            state with
            {
                Connections =
                [
                    new ConnectionState("192.0.2.1", 50001, "198.51.100.1", 443, "Established", "Internet", 4),
                    new ConnectionState("192.0.2.1", 50000, "198.51.100.1", 443, "Established", "DatacenterCustom", 4),
                    new ConnectionState("0.0.0.0", 443, "0.0.0.0", 0, "Listen", "", 4),
                ],
            }
        );
        var applied = new PowerShellAppliedSetting(windows.Shell);
        Assert.Equal(
            TemplateName.DatacenterCustom,
            (await applied.OfAsync(local, IPEndPoint.Parse("198.51.100.1:443"), default))?.Template
        );
        Assert.Null(await applied.OfAsync(local, IPEndPoint.Parse("198.51.100.2:443"), default));
    }
}
