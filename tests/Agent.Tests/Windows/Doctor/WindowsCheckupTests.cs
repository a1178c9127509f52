using System.Net;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows;
using IwTune.Agent.Windows.Doctor;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Tests.Architecture;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Windows.Doctor;

public sealed class WindowsCheckupTests
{
    private static readonly NetshGlobal Usual = new("enabled", "normal", "enabled", "off");

    [Fact]
    public void Every_check_says_why_and_where_that_is_written()
    {
        var found = WindowsCheckup.Of(Server());
        Assert.Equal(WindowsCheckup.All.Count, found.Select(diagnosis => diagnosis.Check).Distinct(StringComparer.Ordinal).Count());
        Assert.All(
            found,
            diagnosis =>
            {
                Assert.EndsWith(".", diagnosis.Why, StringComparison.Ordinal);
                Assert.NotEmpty(diagnosis.Source);
                Assert.NotEmpty(diagnosis.Found);
                Assert.Equal(diagnosis.Health is Health.Advice or Health.Problem, diagnosis.Fix.Length > 0);
            }
        );
        Assert.Equal(found.Select(diagnosis => diagnosis.Group).Order(), found.Select(diagnosis => diagnosis.Group));
    }

    /// <summary>What the agent has seen is described once, with the checks of Linux.</summary>
    [Fact]
    public void Every_check_is_documented_as_it_speaks()
    {
        var page = File.ReadAllText(Path.Combine(SourceFile.Root, "docs/doctor.md")).Split("## On Windows")[1];
        Assert.All(
            WindowsCheckup.All.Where(check => check.Name is not ("agent" or "rtt" or "effective-window")),
            check =>
            {
                Assert.Contains($"| `{check.Name}` | {check.Why} | ", page, StringComparison.Ordinal);
                Assert.Contains($" | {check.Source} |\n", page, StringComparison.Ordinal);
            }
        );
    }

    [Fact]
    public void A_server_as_installed_has_no_problem() =>
        Assert.DoesNotContain(WindowsCheckup.Of(Server()), diagnosis => diagnosis.Health == Health.Problem);

    [Fact]
    public void A_custom_template_that_nothing_leads_to_is_without_effect()
    {
        var found = One("setting-without-effect", Server(icw: (TemplateName.InternetCustom, 32)));
        Assert.Equal(
            (
                Health.Problem,
                "InternetCustom has 32 segments and no connection gets it: the default is Automatic and AutomaticUseCustom is off"
            ),
            (found.Health, found.Found)
        );
    }

    [Fact]
    public void A_filter_that_leads_there_gives_it_an_effect() =>
        Assert.Equal(
            Health.Ok,
            One(
                "setting-without-effect",
                Server([new(TemplateName.InternetCustom, IPNetwork.Parse("10.0.0.0/8"))], (TemplateName.InternetCustom, 32))
            ).Health
        );

    [Fact]
    public void AutomaticUseCustom_gives_it_an_effect() =>
        Assert.Equal(Health.Ok, One("setting-without-effect", Server(useCustom: true, icw: (TemplateName.InternetCustom, 32))).Health);

    [Fact]
    public void Where_filters_cannot_be_read_nothing_is_claimed()
    {
        var host = Server(icw: (TemplateName.InternetCustom, 32));
        Assert.Equal(
            Health.NotKnown,
            One(
                "setting-without-effect",
                host with
                {
                    State = host.State with { Filters = new FilterReading([], "There is no PowerShell here.") },
                }
            ).Health
        );
    }

    [Theory]
    [InlineData("off", 10, Health.Ok)]
    [InlineData("off", 32, Health.Advice)]
    [InlineData("initialwindow", 32, Health.Ok)]
    [InlineData("always", 64, Health.Ok)]
    [InlineData(null, 32, Health.NotKnown)]
    public void A_large_window_wants_pacing(string? profile, int segments, Health health) =>
        Assert.Equal(
            health,
            One("pacing", Server(icw: (TemplateName.Internet, segments)) with { Global = Usual with { PacingProfile = profile } }).Health
        );

    [Theory]
    [InlineData("normal", Health.Ok)]
    [InlineData("experimental", Health.Ok)]
    [InlineData("restricted", Health.Advice)]
    [InlineData("highlyrestricted", Health.Advice)]
    [InlineData("disabled", Health.Problem)]
    [InlineData(null, Health.NotKnown)]
    public void The_receive_window_should_be_tuned(string? level, Health health) =>
        Assert.Equal(health, One("receive-autotuning", Server() with { Global = Usual with { AutoTuningLevel = level } }).Health);

    [Theory]
    [InlineData("", false, "", Health.Ok, "HTTP/3 is not enabled, and no program waits on UDP port 443")]
    [InlineData("0", false, "20", Health.Ok, "HTTP/3 is not enabled, and no program waits on UDP port 443")]
    [InlineData("1", true, "", Health.Advice, "MsQuic starts with 10 packets (InitialWindowPackets is not set)")]
    [InlineData("", true, "", Health.Advice, "a program waits on UDP port 443; MsQuic starts with 10 packets")]
    [InlineData("1", false, "32", Health.Ok, "MsQuic starts with 32 packets (InitialWindowPackets in the registry)")]
    [InlineData("1", false, "many", Health.Advice, "MsQuic starts with 10 packets (InitialWindowPackets is not set)")]
    public void Http3_has_a_window_of_its_own(string http3, bool port, string packets, Health health, string said)
    {
        var host = Server(icw: (TemplateName.Internet, 32)) with { Http3 = http3, HasQuicPort = port, QuicPackets = packets };
        var found = One("quic", host);
        Assert.Equal(health, found.Health);
        Assert.Contains(said, found.Found, StringComparison.Ordinal);
        if (health == Health.Advice)
            Assert.EndsWith(
                @"Services\MsQuic\Parameters /v InitialWindowPackets /t REG_DWORD /d 32 /f",
                found.Fix,
                StringComparison.Ordinal
            );
    }

    [Theory]
    [InlineData("", Health.Ok, "on by default")]
    [InlineData("1", Health.Ok, "on: Tcp1323Opts is 1")]
    [InlineData("3", Health.Ok, "on: Tcp1323Opts is 3")]
    [InlineData("0", Health.Problem, "off: Tcp1323Opts is 0")]
    [InlineData("2", Health.Problem, "off: Tcp1323Opts is 2")]
    [InlineData("4", Health.NotKnown, "Tcp1323Opts is 4; documented values are 0 to 3")]
    [InlineData("on", Health.NotKnown, "Tcp1323Opts is on; documented values are 0 to 3")]
    public void Windows_should_be_scaled(string options, Health health, string said)
    {
        var found = One("window-scaling", Server() with { Tcp1323Opts = options });
        Assert.Equal((health, said), (found.Health, found.Found));
    }

    [Theory]
    [InlineData("0", "/d 1 ")]
    [InlineData("2", "/d 3 ")]
    public void The_remedy_allows_scaling_and_leaves_timestamps_as_they_are(string options, string with) =>
        Assert.Contains(with, One("window-scaling", Server() with { Tcp1323Opts = options }).Fix, StringComparison.Ordinal);

    [Theory]
    [InlineData(44, "off: Tcp1323Opts is 0")]
    [InlineData(46, "off: Tcp1323Opts is 0; of 46 segments at most 44 can be sent first")]
    public void A_window_that_is_cut_without_scaling_is_named(int segments, string said) =>
        Assert.Equal(said, One("window-scaling", Server(icw: (TemplateName.Internet, segments)) with { Tcp1323Opts = "0" }).Found);

    [Fact]
    public void Disabled_tuning_is_one_problem_although_it_keeps_windows_from_being_scaled()
    {
        var host = Server() with { Global = Usual with { AutoTuningLevel = "disabled" } };
        var found = One("window-scaling", host);
        Assert.Equal(Health.Ok, found.Health);
        Assert.Contains("not offered while auto-tuning is disabled (receive-autotuning)", found.Found, StringComparison.Ordinal);
        Assert.Equal(Health.Problem, One("receive-autotuning", host).Health);
        Assert.Equal(Health.Problem, One("window-scaling", host with { Tcp1323Opts = "0" }).Health);
    }

    [Theory]
    [InlineData("disabled", Health.Advice)]
    [InlineData("enabled", Health.Ok)]
    [InlineData(null, Health.NotKnown)]
    public void Segments_should_be_coalesced(string? state, Health health) =>
        Assert.Equal(health, One("receive-coalescing", Server() with { Global = Usual with { SegmentCoalescing = state } }).Health);

    [Fact]
    public void LEDBAT_is_told_and_a_problem_where_ordinary_connections_get_it()
    {
        Assert.Equal(Health.Ok, One("ledbat", Server()).Health);
        Assert.Equal(Health.Advice, One("ledbat", Server(provider: (TemplateName.InternetCustom, "LEDBAT"))).Health);
        Assert.Equal(Health.Problem, One("ledbat", Server(provider: (TemplateName.Internet, "ledbat"))).Health);
    }

    [Fact]
    public void BBR2_has_a_known_trouble() =>
        Assert.Contains(
            "loopbacklargemtu=disable",
            One("congestion-provider", Server(provider: (TemplateName.Internet, "bbr2"))).Fix,
            StringComparison.Ordinal
        );

    [Fact]
    public void DCTCP_for_the_internet_is_for_networks_that_mark() =>
        Assert.Equal(Health.Advice, One("congestion-provider", Server(provider: (TemplateName.Internet, "DCTCP"))).Health);

    [Fact]
    public void Filters_of_others_are_named()
    {
        var found = One("filters", Server([new(TemplateName.InternetCustom, null) { LocalPorts = (443, 443) }]));
        Assert.Equal((Health.Advice, "1 of other programs, such as 'filter local 443' to InternetCustom"), (found.Health, found.Found));
    }

    [Fact]
    public void A_list_of_our_filters_that_cannot_be_read_is_a_problem()
    {
        var host = Server();
        Assert.Equal(Health.Problem, One("filters", host with { State = host.State with { OwnershipProblem = "damaged." } }).Health);
    }

    [Fact]
    public void Methods_that_differ_are_a_problem()
    {
        Assert.Equal(Health.Ok, One("roads", Server()).Health);
        var found = One(
            "roads",
            Server() with
            {
                MethodNotes = ["the ways of reading disagree about Internet: PowerShell says 10, netsh says 20"],
            }
        );
        Assert.Equal(Health.Problem, found.Health);
        Assert.Contains("PowerShell says 10, netsh says 20", found.Found, StringComparison.Ordinal);
    }

    [Fact]
    public void netsh_alone_cannot_tell_filters()
    {
        var host = Server();
        Assert.Equal(
            Health.Advice,
            One(
                "roads",
                host with
                {
                    State = host.State with { Templates = host.State.Templates with { Method = AccessMethod.Netsh } },
                }
            ).Health
        );
    }

    [Fact]
    public void A_client_edition_is_said_to_be_one() =>
        Assert.Contains("client edition", One("edition", Of(MemoryWindows.V11)).Found, StringComparison.Ordinal);

    [Fact]
    public void Compat_as_the_default_is_strange()
    {
        var host = Server();
        Assert.Equal(
            Health.Advice,
            One(
                "templates",
                host with
                {
                    State = new WindowsState(
                        host.State.Rules,
                        host.State.Templates with
                        {
                            Default = TemplateName.Compat,
                        },
                        host.State.Filters,
                        []
                    ),
                }
            ).Health
        );
    }

    [Theory]
    [InlineData(14393, Health.Advice)]
    [InlineData(17763, Health.Ok)]
    public void Before_TCP_INFO_evidence_is_for_administrators(int build, Health health) =>
        Assert.Equal(health, One("evidence", Of(new WindowsVersion(build, true))).Health);

    [Theory]
    [InlineData("", Health.Advice)]
    [InlineData("2", Health.Ok)]
    [InlineData("3", Health.Advice)]
    [InlineData("4", Health.Problem)]
    public void The_service_should_start_with_the_machine(string start, Health health) =>
        Assert.Equal(health, One("service", Server() with { ServiceStart = start }).Health);

    [Fact]
    public void An_adapter_without_send_offload_is_named()
    {
        Assert.Equal(Health.NotKnown, One("send-offload", Server() with { Nics = [] }).Health);
        Assert.Contains(
            "Ethernet 2",
            One(
                "send-offload",
                Server() with
                {
                    Nics =
                    [
                        new("Ethernet", 1500, "x", ["lso"], true),
                        new("Ethernet 2", 1500, "x", [], true),
                        new("Off", 1500, "x", [], false),
                    ],
                }
            ).Found,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("True", Health.Advice)]
    [InlineData("False", Health.Ok)]
    [InlineData(null, Health.NotKnown)]
    public void Windows_decide_kept_connections_when_idle_ones_start_again(string? restart, Health health)
    {
        var host = Server();
        var templates = host.State.Templates.Templates.Select(template =>
            restart is null
                ? template
                : template with
                {
                    Others = new Dictionary<string, string>(StringComparer.Ordinal) { ["CwndRestart"] = restart },
                }
        );
        Assert.Equal(
            health,
            One(
                "slow-start-after-idle",
                host with
                {
                    State = host.State with { Templates = host.State.Templates with { Templates = [.. templates] } },
                }
            ).Health
        );
    }

    [Fact]
    public void A_server_that_is_not_reached_is_a_problem() =>
        Assert.Equal(
            Health.Problem,
            One(
                "agent",
                Server() with
                {
                    Agent = new AgentView { Enrolled = true, Troubles = ["The server cannot be reached."] },
                }
            ).Health
        );

    private static Diagnosis One(string check, WindowsFindings host) =>
        WindowsCheckup.Of(host).Single(diagnosis => diagnosis.Check == check);

    private static WindowsFindings Server(
        IReadOnlyList<TransportFilter>? filters = null,
        (TemplateName Name, int Segments)? icw = null,
        (TemplateName Name, string Provider)? provider = null,
        bool useCustom = false
    ) => Of(MemoryWindows.V2019, filters, icw, provider, useCustom);

    private static WindowsFindings Of(
        WindowsVersion version,
        IReadOnlyList<TransportFilter>? filters = null,
        (TemplateName Name, int Segments)? icw = null,
        (TemplateName Name, string Provider)? provider = null,
        bool useCustom = false
    )
    {
        var templates = new[]
        {
            TemplateName.Internet,
            TemplateName.Datacenter,
            TemplateName.Compat,
            TemplateName.InternetCustom,
            TemplateName.DatacenterCustom,
        }.Select(name => new Template(name, icw?.Name == name ? icw.Value.Segments : 10)
        {
            CongestionProvider = provider?.Name == name ? provider.Value.Provider : "CUBIC",
            AutomaticUseCustom = useCustom,
        });
        return new WindowsFindings
        {
            Version = version,
            State = new WindowsState(
                VersionRules.Of(version),
                new TemplateReading(AccessMethod.PowerShell, [.. templates], TemplateName.Automatic),
                new FilterReading(filters ?? []),
                []
            ),
            Global = Usual,
            Nics = [new NicFacts("Ethernet", 1500, "Some adapter", ["lso", "rsc"], true)],
            ServiceStart = "2",
        };
    }
}
