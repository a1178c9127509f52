using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Probing;
using IwTune.Agent.Windows.Templates;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Time.Testing;

namespace IwTune.Agent.Tests.Windows.Probing;

/// <summary>Real connections to a listener of this host; the test supplies the kernel's answers of Windows.</summary>
public sealed class WindowsProbeTests : IDisposable
{
    private static readonly IPEndPoint Far = FreshWindowTests.There;
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private TemplateSituation _situation = new()
    {
        Default = TemplateName.Automatic,
        Windows = new Dictionary<TemplateName, int>
        {
            [TemplateName.Internet] = 20,
            [TemplateName.Datacenter] = 10,
            [TemplateName.InternetCustom] = 32,
        },
        Filters = [],
    };

    public WindowsProbeTests() => _listener.Start();

    public void Dispose() => _listener.Dispose();

    [Fact]
    public async Task A_fresh_connection_proves_its_template()
    {
        var evidence = await ProbeAsync(TemplateName.Internet, Info(20));
        Assert.True(evidence.Conclusive, evidence.Note);
        Assert.Equal(
            (20, 20, 1460, 23_000L, ""),
            (evidence.ConfiguredCwnd, evidence.InitialCwnd, evidence.Mss, evidence.RttMicroseconds, evidence.Note)
        );
        Assert.Equal((20, BindingTerm.InitCwnd), (evidence.EffectiveSegments, evidence.Binding));
        Assert.Equal("of template Internet, by SIO_TCP_INFO; Automatic takes it for a round trip above 10 ms", evidence.Terms![0].Note);
    }

    [Fact]
    public async Task The_peers_window_may_bind_instead()
    {
        var evidence = await ProbeAsync(TemplateName.Internet, Info(20, peerWindow: 14_600));
        Assert.Equal((10, BindingTerm.PeerWindow), (evidence.EffectiveSegments, evidence.Binding));
    }

    [Fact]
    public async Task A_window_that_is_not_the_templates_is_told()
    {
        var evidence = await ProbeAsync(TemplateName.Internet, Info(4));
        Assert.True(evidence.Conclusive);
        Assert.Equal("The connection started with 4 segments where its template Internet gives 20.", evidence.Note);
        Assert.Contains(evidence.Terms!, term => term is { Name: TermName.Unexplained, Note: "the template does not explain it" });
    }

    [Fact]
    public async Task A_short_round_trip_lands_in_the_other_template() =>
        await ProvesNothingAsync(
            TemplateName.Internet,
            Info(10, rtt: 900),
            "got Datacenter and not Internet: Automatic takes it for a round trip of up to 10 ms. Internet is unproved: name a TCP port "
                + "with a round trip above 10 ms, in rtt.destinations of agent.yaml or with --peer."
        );

    [Fact]
    public async Task Datacenter_is_proved_by_a_near_peer_and_unproved_with_a_far_one()
    {
        Assert.True((await ProbeAsync(TemplateName.Datacenter, Info(10, rtt: 900))).Conclusive);
        await ProvesNothingAsync(
            TemplateName.Datacenter,
            Info(20),
            "Datacenter is unproved: name a TCP port with a round trip of up to 10 ms, in rtt.destinations"
        );
    }

    [Fact]
    public async Task At_the_limit_the_window_of_the_other_template_proves_nothing() =>
        await ProvesNothingAsync(TemplateName.Internet, Info(10, rtt: 10_050), "has the window of Datacenter, 10 segments");

    [Fact]
    public async Task What_the_system_says_of_the_template_counts_before_the_round_trip()
    {
        var evidence = await ProbeAsync(TemplateName.Internet, Info(20, rtt: 900), applied: TemplateName.Internet);
        Assert.True(evidence.Conclusive, evidence.Note);
        Assert.Contains("as Get-NetTCPConnection says", evidence.Terms![0].Note, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_template_nothing_lands_in_cannot_be_proved() =>
        await ProvesNothingAsync(
            TemplateName.Compat,
            Info(4),
            "No connection gets Compat as this host is configured now: its default template is Automatic."
        );

    [Fact]
    public async Task A_peer_that_a_filter_sends_elsewhere_proves_nothing_of_the_default()
    {
        _situation = _situation with { Filters = [new(TemplateName.InternetCustom, IPNetwork.Parse("127.0.0.0/8"))] };
        await ProvesNothingAsync(TemplateName.Internet, Info(32), "gets InternetCustom and not Internet: a filter sends 127.0.0.0/8 there");
    }

    [Fact]
    public async Task Filters_that_cannot_be_read_may_send_a_connection_elsewhere_unless_the_system_names_its_template()
    {
        _situation = _situation with { Filters = null };
        await ProvesNothingAsync(TemplateName.Internet, Info(20), "the transport filters of this host cannot be read, and one may give it");
        Assert.True((await ProbeAsync(TemplateName.Internet, Info(20), applied: TemplateName.Internet)).Conclusive);
    }

    [Fact]
    public async Task A_host_that_cannot_be_read_proves_nothing_and_ends_no_turn()
    {
        var evidence = await Probe(Info(20), null, [Far], situation: () => throw new TunerUnavailableException("netsh hangs"))
            .ProbeAsync(Target(TemplateName.Internet), CancellationToken.None);
        Assert.False(evidence.Conclusive);
        Assert.Equal("Which template a connection gets is not known: netsh hangs", evidence.Note);
    }

    [Fact]
    public async Task A_round_reads_the_host_once_and_connects_to_each_peer_once()
    {
        var (read, asked) = (0, 0);
        var probe = Probe(
            Info(20),
            null,
            [(IPEndPoint)_listener.LocalEndpoint],
            situation: () =>
            {
                read++;
                return _situation;
            },
            asked: () => asked++
        );
        var seen = await AllAsync(probe, TemplateName.Internet, TemplateName.Datacenter, TemplateName.Compat);
        Assert.Equal([true, false, false], seen.Select(one => one.Conclusive));
        Assert.Equal((1, 1), (read, asked));
    }

    [Fact]
    public async Task Silent_peers_are_waited_for_at_the_same_time()
    {
        using var first = new SilentPeer();
        using var second = new SilentPeer();
        var clock = new FakeTimeProvider();
        var round = AllAsync(Probe(null, null, [first.EndPoint, second.EndPoint], clock: clock), TemplateName.Internet);
        // Both waits end with one step of the clock only where both have begun.
        clock.Advance(TimeSpan.FromSeconds(6));
        var seen = Assert.Single(await round.WaitAsync(TimeSpan.FromSeconds(30)));
        Assert.Equal($"{second.EndPoint} did not answer within 5 s.", seen.Note);
    }

    [Fact]
    public async Task A_system_that_is_slow_to_name_the_template_is_no_silent_peer_and_rests()
    {
        var clock = new FakeTimeProvider();
        var slow = new Slow();
        var first = new FirstAppliedSetting(clock, slow, new Says(TemplateName.Internet));
        Assert.Equal(TemplateName.Internet, await NamedAsync());
        Assert.Equal(TemplateName.Internet, (await first.OfAsync(Far, Far, CancellationToken.None))?.Template);
        Assert.Equal(1, slow.Asked);
        clock.Advance(FirstAppliedSetting.Rest);
        Assert.Equal(TemplateName.Internet, await NamedAsync());
        Assert.Equal(2, slow.Asked);

        async Task<TemplateName?> NamedAsync()
        {
            var answer = first.OfAsync(Far, Far, CancellationToken.None).AsTask();
            clock.Advance(FirstAppliedSetting.Patience);
            return (await answer.WaitAsync(TimeSpan.FromSeconds(30)))?.Template;
        }
    }

    [Fact]
    public async Task A_filter_is_proved_by_a_peer_in_its_prefix()
    {
        var prefix = IPNetwork.Parse("127.0.0.0/8");
        // The connection itself is local; the kernel's answer describes one to a remote peer, which the filter matches too.
        _situation = _situation with
        {
            Filters = [new(TemplateName.InternetCustom, prefix), new(TemplateName.InternetCustom, IPNetwork.Parse("198.51.100.0/24"))],
        };
        var evidence = await ProbeAsync(TemplateName.InternetCustom, Info(32), destination: prefix);
        Assert.True(evidence.Conclusive, evidence.Note);
        Assert.Equal(32, evidence.InitialCwnd);
    }

    [Fact]
    public async Task A_filter_without_a_peer_in_its_prefix_says_what_to_name() =>
        await ProvesNothingAsync(
            TemplateName.InternetCustom,
            Info(32),
            "is in 203.0.113.0/24; name a TCP port in it: 'iwtune verify --peer HOST:PORT'.",
            IPNetwork.Parse("203.0.113.0/24")
        );

    [Fact]
    public async Task A_Windows_that_does_not_tell_says_so_and_is_no_failure() =>
        await ProvesNothingAsync(
            TemplateName.Internet,
            null,
            "SIO_TCP_INFO came with Windows 10 1703 and Server 2019), and its extended statistics are for administrators."
        );

    [Fact]
    public async Task Nobody_to_connect_to_says_what_to_do() =>
        Assert.Contains(
            "--peer HOST:PORT",
            (await Probe(null, null, []).ProbeAsync(Target(TemplateName.Internet), CancellationToken.None)).Note,
            StringComparison.Ordinal
        );

    [Fact]
    public async Task A_closed_port_says_why()
    {
        _listener.Stop();
        var evidence = await ProbeAsync(TemplateName.Internet, Info(20));
        Assert.False(evidence.Conclusive);
        Assert.Contains("onnecting to 127.0.0.1:", evidence.Note, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_kernel_that_tells_a_handshake_is_timed_by_our_own_clock()
    {
        var handshake = await Connecting(null).HandshakeAsync((IPEndPoint)_listener.LocalEndpoint, CancellationToken.None);
        Assert.True(handshake.Counts);
        Assert.InRange(handshake.Microseconds!.Value, 0, 5_000_000);
    }

    private static WindowsTcpInfo Info(int segments, uint rtt = 23_000, uint peerWindow = 65_535) =>
        WindowsTcpInfo.Parse(Raw.TcpInfo(1, 1460, (uint)segments * 1460, rtt: rtt, peerWindow: peerWindow))!;

    private async Task ProvesNothingAsync(TemplateName template, WindowsTcpInfo? info, string because, IPNetwork? destination = null)
    {
        var evidence = await ProbeAsync(template, info, destination: destination);
        Assert.False(evidence.Conclusive);
        Assert.Contains(because, evidence.Note, StringComparison.Ordinal);
    }

    private async Task<Evidence> ProbeAsync(
        TemplateName template,
        WindowsTcpInfo? info,
        TemplateName? applied = null,
        IPNetwork? destination = null
    ) =>
        await Probe(info, applied, [(IPEndPoint)_listener.LocalEndpoint], destination).ProbeAsync(Target(template), CancellationToken.None);

    private static async Task<List<Evidence>> AllAsync(WindowsProbe probe, params IEnumerable<TemplateName> templates)
    {
        var seen = new List<Evidence>();
        await foreach (var one in probe.ProbeAllAsync([.. templates.Select(Target)], "d1", CancellationToken.None))
            seen.Add(one);
        return seen;
    }

    private WindowsProbe Probe(
        WindowsTcpInfo? info,
        TemplateName? applied,
        IReadOnlyList<IPEndPoint> peers,
        IPNetwork? destination = null,
        Func<TemplateSituation>? situation = null,
        Action? asked = null,
        TimeProvider? clock = null
    ) =>
        new(
            () => peers,
            target => new ProbedTarget(Enum.Parse<TemplateName>(target.Id), destination),
            _ => ValueTask.FromResult(situation is null ? _situation : situation()),
            Connecting(info, asked, clock),
            TimeProvider.System,
            applied is { } name ? new Says(name) : null
        );

    private static Connecting Connecting(WindowsTcpInfo? info, Action? asked = null, TimeProvider? clock = null)
    {
        var question = new KernelQuestion(_ => info, (_, _) => (null, "its extended statistics are for administrators"));
        // Treated as a remote listener: loopback proves nothing, as FreshWindowTests show.
        KernelAnswer Elsewhere(Socket connection, TimeSpan took)
        {
            asked?.Invoke();
            return question.Ask(connection, took) is KernelAnswer.Told told
                ? new KernelAnswer.Told(told.Connection with { Local = FreshWindowTests.Here, Remote = Far })
                : question.Ask(connection, took);
        }
        return new Connecting(Elsewhere, clock ?? TimeProvider.System);
    }

    private static Target Target(TemplateName template) =>
        new()
        {
            Id = template.ToString(),
            Destination = IPNetwork.Parse("0.0.0.0/0"),
            Owner = "windows",
            Strategy = new Strategy(StrategyKind.InPlace, "test"),
            Current = new Window(20, null),
            Raw = default,
        };

    private sealed class Says(TemplateName name) : IAppliedSetting
    {
        public ValueTask<AppliedSetting?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct) =>
            ValueTask.FromResult<AppliedSetting?>(new(name, "as Get-NetTCPConnection says"));
    }

    private sealed class Slow : IAppliedSetting
    {
        public int Asked { get; private set; }

        public async ValueTask<AppliedSetting?> OfAsync(IPEndPoint local, IPEndPoint remote, CancellationToken ct)
        {
            Asked++;
            await new TaskCompletionSource().Task.WaitAsync(ct);
            return null;
        }
    }

    /// <summary>A listener whose queue is full: the kernel drops further SYNs.</summary>
    private sealed class SilentPeer : IDisposable
    {
        private readonly TcpListener _full = new(IPAddress.Loopback, 0);
        private readonly TcpClient _first = new();

        public SilentPeer()
        {
            _full.Start(0);
            _first.Connect(EndPoint);
        }

        public IPEndPoint EndPoint => (IPEndPoint)_full.LocalEndpoint;

        public void Dispose()
        {
            _first.Dispose();
            _full.Dispose();
        }
    }
}
