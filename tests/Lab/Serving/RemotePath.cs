using System.Globalization;
using System.Net;
using IwTune.Agent.Linux.Emulation;

namespace IwTune.Lab.Serving;

/// <summary>A client's and a server's namespace with a round-trip time between them; the server's route has its initial window.</summary>
public sealed class RemotePath : IDisposable
{
    private const string ServerSide = "10.96.0.2";
    private const string Link = "path0";
    private static readonly TimeSpan LongEnoughForProbes = TimeSpan.FromMilliseconds(100);
    private readonly NetNamespace serverSpace = NetNamespace.Create("server");
    private readonly EmulatedPath? relay;

    /// <param name="rtt">Zero connects them directly.</param>
    public RemotePath(TimeSpan rtt)
    {
        if (rtt == TimeSpan.Zero)
            NetNamespace.Join(Client, Link, serverSpace, Link);
        else
            relay = NamespacePath.Join(Client, serverSpace, Link, rtt / 2);
        Client.Ip($"addr add 10.96.0.1/24 dev {Link}");
        serverSpace.Ip($"addr add {ServerSide}/24 dev {Link}");
        // Metrics that the kernel keeps of one connection must not decide the next one's window.
        serverSpace.Sysctl("net.ipv4.tcp_no_metrics_save", "1");
        // Where a machine stops for a few milliseconds, the relay carries a flight and the probe behind it together, which no real path
        // does. On short paths the server therefore sends no tail-loss probes; on long ones, and without a relay, it does.
        if (relay is not null && rtt < LongEnoughForProbes)
            serverSpace.Sysctl("net.ipv4.tcp_early_retrans", "0");
    }

    /// <summary>The namespace to measure from.</summary>
    public NetNamespace Client { get; } = NetNamespace.Create("client");

    /// <summary>The namespace in which servers listen.</summary>
    public NetNamespace Server => serverSpace;

    /// <summary>A port of the server, as the client reaches it.</summary>
    public static IPEndPoint At(int port) => new(IPAddress.Parse(ServerSide), port);

    /// <summary>Connections that begin from now on start with this window.</summary>
    public void StartWith(int segments) =>
        serverSpace.Ip(
            $"route replace 10.96.0.0/24 dev {Link} proto kernel scope link src {ServerSide} initcwnd "
                + $"{segments.ToString(CultureInfo.InvariantCulture)}"
        );

    /// <inheritdoc/>
    public void Dispose()
    {
        Client.Dispose();
        relay?.Dispose();
        serverSpace.Dispose();
    }
}
