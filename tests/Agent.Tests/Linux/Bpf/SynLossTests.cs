using System.Globalization;
using System.Net;
using System.Net.Sockets;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>
/// A path that loses the handshake is not fit for a large first flight: the kernel starts with one segment, and the program does not change
/// that.
/// </summary>
public sealed class SynLossTests : IDisposable
{
    private const string Nobody = "02:00:00:00:00:99";

    private readonly BpfBench _bench = new();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public async Task A_client_whose_syns_were_lost(int lost)
    {
        using var installed = _bench.Install(("0.0.0.0/0", new(77, null)));
        var neighbour = LosePackets(lost > 0);
        using var client = _bench.StartMeasuring("connect", "cubic", $"10.77.0.1:{BpfBench.Port}");
        await Until.TrueAsync(() => SynsSentAgain(_bench.Zoo.Host) >= lost, () => $"{SynsSentAgain(_bench.Zoo.Host)} SYNs were sent again");
        Restore(neighbour);
        AssertAsTheKernelWould(await client.WaitForLineAsync(" cwnd "), lost);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(3)]
    public async Task A_server_whose_answers_were_lost(int lost)
    {
        using var listener = await _bench.ListenAsync();
        using var installed = _bench.Install(("0.0.0.0/0", new(77, null)));
        var neighbour = LosePackets(lost > 0);
        var connecting = _bench.Zoo.Peer.RunAsync(async () =>
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            await socket.ConnectAsync(IPAddress.Parse("10.99.0.1"), BpfBench.Port);
            await listener.WaitForLineAsync(" cwnd ");
        });
        await Until.TrueAsync(() => SynsSentAgain(_bench.Zoo.Peer) >= lost, () => $"{SynsSentAgain(_bench.Zoo.Peer)} SYNs were sent again");
        Restore(neighbour);
        AssertAsTheKernelWould(await listener.WaitForLineAsync(" cwnd "), lost);
        await connecting;
    }

    public void Dispose() => _bench.Dispose();

    /// <summary>More packets may be lost on a slow machine before the path works again; the kernel's count is the reference.</summary>
    private static void AssertAsTheKernelWould(string line, int lost)
    {
        var words = line.Split(' ');
        var (cwnd, again) = (int.Parse(words[2], CultureInfo.InvariantCulture), int.Parse(words[4], CultureInfo.InvariantCulture));
        Assert.True(again >= Math.Min(lost, 2), line);
        Assert.True(cwnd == (again > 1 ? 1 : 77), line);
    }

    private string LosePackets(bool lose)
    {
        // Afterwards, the host with this address answers there again.
        var address = _bench.Zoo.Peer.Run(() => File.ReadAllText("/sys/class/net/p0/address").Trim());
        _bench.Zoo.Host.Ip($"neigh replace 10.99.0.2 lladdr {(lose ? Nobody : address)} dev v0 nud permanent");
        return address;
    }

    private void Restore(string address) => _bench.Zoo.Host.Ip($"neigh replace 10.99.0.2 lladdr {address} dev v0 nud permanent");

    private static int SynsSentAgain(NetNamespace space)
    {
        var lines = space.Run(() => File.ReadAllLines("/proc/thread-self/net/netstat"));
        var names = lines.First(line => line.StartsWith("TcpExt:", StringComparison.Ordinal)).Split(' ');
        var values = lines.Last(line => line.StartsWith("TcpExt:", StringComparison.Ordinal)).Split(' ');
        return int.Parse(values[Array.IndexOf(names, "TCPSynRetrans")], CultureInfo.InvariantCulture);
    }
}
