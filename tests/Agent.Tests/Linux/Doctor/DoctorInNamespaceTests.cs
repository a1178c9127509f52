using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using IwTune.Agent.Linux.Doctor;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Linux.Doctor;

/// <summary>
/// The doctor over a real kernel: a change in the namespace changes the check, and nothing outside the namespace is read.
/// </summary>
public sealed class DoctorInNamespaceTests : IDisposable
{
    private readonly RouteZoo _zoo = new();

    [Theory]
    [InlineData("sack", "net.ipv4.tcp_sack", "1", "0")]
    [InlineData("window-scaling", "net.ipv4.tcp_window_scaling", "1", "0")]
    [InlineData("receive-autotuning", "net.ipv4.tcp_moderate_rcvbuf", "1", "0")]
    [InlineData("loss-recovery", "net.ipv4.tcp_early_retrans", "3", "0")]
    [InlineData("metrics-saving", "net.ipv4.tcp_no_ssthresh_metrics_save", "1", "0")]
    [InlineData("first-receive-window", "net.ipv4.tcp_rmem", "4096 131072 6291456", "4096 65536 6291456")]
    [InlineData("first-flight-buffer", "net.ipv4.tcp_wmem", "4096 16384 4194304", "4096 8192 8192")]
    public void A_setting_of_the_namespace_turns_its_check(string check, string name, string good, string bad)
    {
        _zoo.Host.Ip("route add default via 10.99.0.2");
        _zoo.Host.Sysctl(name, good);
        Assert.Equal(Health.Ok, Examine(check).Health);
        _zoo.Host.Sysctl(name, bad);
        Assert.True(Examine(check).Health is Health.Advice or Health.Problem);
    }

    [Fact]
    public void The_fix_that_is_printed_mends_it()
    {
        _zoo.Host.Sysctl("net.ipv4.tcp_sack", "0");
        var fix = Examine("sack").Fix;
        _zoo.Host.Exec("sh", "-c", fix[..fix.IndexOf(" && ", StringComparison.Ordinal)]);
        Assert.Equal(Health.Ok, Examine("sack").Health);
    }

    [Fact]
    public void Slow_start_after_idle_counts_unless_bbr_ignores_it()
    {
        _zoo.Host.Sysctl("net.ipv4.tcp_slow_start_after_idle", "1");
        _zoo.Host.Sysctl("net.ipv4.tcp_congestion_control", "reno");
        Assert.Equal(Health.Advice, Examine("slow-start-after-idle").Health);
        _zoo.Host.Sysctl("net.ipv4.tcp_slow_start_after_idle", "0");
        Assert.Equal(Health.Ok, Examine("slow-start-after-idle").Health);
    }

    [Fact]
    public void Routes_of_a_vpn_hide_the_windows_of_the_default_route()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 32");
        Assert.Equal(Health.Ok, Examine("more-specific-routes").Health);
        _zoo.Host.Ip("route add 0.0.0.0/1 via 10.98.0.2");
        _zoo.Host.Ip("route add 128.0.0.0/1 via 10.98.0.2");
        Assert.Equal(Health.Problem, Examine("more-specific-routes").Health);
    }

    [Fact]
    public void A_rule_to_another_table_is_seen()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 32");
        _zoo.Host.Ip("route add default via 10.98.0.2 table 1000");
        Assert.Equal(Health.Ok, Examine("policy-rules").Health);
        _zoo.Host.Ip("rule add fwmark 0x1 table 1000 priority 100");
        Assert.Equal(Health.Advice, Examine("policy-rules").Health);
    }

    [Fact]
    public void Jumbo_frames_and_a_locked_window_are_read_from_the_route()
    {
        _zoo.Peer.Ip("link set p0 mtu 9000");
        _zoo.Host.Ip("link set v0 mtu 9000");
        _zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 40 cwnd lock 7");
        Assert.Contains("40 segments of 8948 B", Examine("jumbo-mtu").Found, StringComparison.Ordinal);
        Assert.Equal(Health.Problem, Examine("locked-cwnd").Health);
        _zoo.Host.Ip("route change default via 10.99.0.2 initcwnd 2 mtu 1500");
        Assert.Equal((Health.Ok, Health.Ok), (Examine("jumbo-mtu").Health, Examine("locked-cwnd").Health));
    }

    [Fact]
    public void Speed_duplex_driver_and_qdisc_are_those_of_the_namespaces_links()
    {
        Assert.Equal("v0 10000 Mbit/s full duplex, v1 10000 Mbit/s full duplex", Examine("link-speed").Found);
        Assert.StartsWith("v0 veth, v1 veth", Examine("virtual-interfaces").Found, StringComparison.Ordinal);
        _zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 40");
        _zoo.Host.Sysctl("net.ipv4.tcp_congestion_control", "reno");
        Assert.Contains("leaves v0 (noqueue) as one burst", Examine("pacing").Found, StringComparison.Ordinal);
    }

    [Fact]
    public void A_queue_shorter_than_a_first_flight_is_a_problem_that_its_fix_mends()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 20");
        _zoo.Host.Exec("tc", "qdisc", "replace", "dev", "v0", "root", "pfifo_fast");
        _zoo.Host.Ip("link set v0 txqueuelen 19");
        var found = Examine("transmit-queue");
        Assert.Equal((Health.Problem, "v0: the queue (pfifo_fast) holds 19 packets, a first flight has 20"), (found.Health, found.Found));
        _zoo.Host.Exec("sh", "-c", found.Fix);
        Assert.Equal(Health.Ok, Examine("transmit-queue").Health);
    }

    [Fact]
    public void Packets_that_the_queue_drops_are_counted_as_tc_counts_them()
    {
        _zoo.Host.Exec("tc", "qdisc", "replace", "dev", "v0", "root", "bfifo", "limit", "1");
        _zoo.Host.Ip("neigh replace 10.99.0.2 lladdr 02:00:00:00:00:01 nud permanent dev v0");
        _zoo.Host.Run(() =>
        {
            using var socket = new UdpClient("10.99.0.2", 9);
            for (var sent = 0; sent < 10_100; sent++)
                socket.Send([1]);
            return 0;
        });
        var found = Examine("transmit-queue");
        Assert.Equal(Health.Problem, found.Health);
        Assert.StartsWith("v0: the queue (bfifo) dropped 10,1", found.Found, StringComparison.Ordinal);
        var counted = JsonNode.Parse(_zoo.Host.Exec("tc", "-s", "-j", "qdisc", "show", "dev", "v0"))![0]!;
        var told = long.Parse(
            found.Found.Split(' ')[5].Replace(",", "", StringComparison.Ordinal),
            System.Globalization.CultureInfo.InvariantCulture
        );
        // Neighbour discovery may have been dropped in between.
        Assert.InRange((long)counted["drops"]! - told, 0, 20);
    }

    [Fact]
    public void A_program_that_waits_for_quic_is_found_by_its_socket()
    {
        Assert.Equal(Health.Ok, Examine("quic").Health);
        using var client = _zoo.Host.Run(() => Bound(443, connected: true));
        using var other = _zoo.Host.Run(() => Bound(4433, connected: false));
        Assert.Equal(Health.Ok, Examine("quic").Health);
        using var waiting = _zoo.Host.Run(() => Bound(443, connected: false));
        var name = File.ReadAllText("/proc/self/comm").Trim();
        Assert.Equal($"{name} waits for QUIC on UDP port 443 and starts with a window of its own", Examine("quic").Found);
    }

    [Fact]
    public void A_new_namespace_has_sent_too_little_to_judge() => Assert.Equal(Health.NotKnown, Examine("retransmissions").Health);

    [Fact]
    public void Examining_changes_nothing()
    {
        _zoo.Host.Ip("route add default via 10.99.0.2 initcwnd 32");
        var (routes, settings) = (
            _zoo.Oracle(),
            _zoo.Host.Exec("sh", "-c", "sysctl -a --pattern 'net\\.ipv[46]\\.(tcp_|conf)' 2>/dev/null")
        );
        Examine("sack");
        Assert.Equal(routes, _zoo.Oracle());
        Assert.Equal(settings, _zoo.Host.Exec("sh", "-c", "sysctl -a --pattern 'net\\.ipv[46]\\.(tcp_|conf)' 2>/dev/null"));
    }

    public void Dispose() => _zoo.Dispose();

    private Diagnosis Examine(string check) =>
        _zoo
            .Host.Run(() =>
                new LinuxDoctor(_zoo.Tuner)
                    .ExamineAsync(new AgentView { Absent = "none" }, CancellationToken.None)
                    .AsTask()
                    .GetAwaiter()
                    .GetResult()
            )
            .Single(diagnosis => diagnosis.Check == check);

    private static Socket Bound(int port, bool connected)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        socket.Bind(new IPEndPoint(IPAddress.Any, port));
        if (connected)
            socket.Connect("10.99.0.2", 9);
        return socket;
    }
}
