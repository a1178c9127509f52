using System.Globalization;
using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Linux.Emulation;

namespace IwTune.Lab.AlikeArms;

/// <summary>
/// A host with a real daemon behind a narrow link with a short queue, and peers whose fetches meet there: losses come in bursts, and are
/// real.
/// </summary>
internal sealed class CongestedHost : IDisposable
{
    private const int Peers = 24,
        Port = 4000,
        Threads = 12;

    private const int Ip = 0,
        BindAddressNoPort = 24; // linux/in.h

    private readonly NetNamespace host = NetNamespace.Create("alike");
    private readonly NetNamespace clients = NetNamespace.Create("peers");
    private readonly DirectoryInfo files = Directory.CreateTempSubdirectory("iwtune-alike-");
    private readonly EmulatedPath path;
    private readonly FetchServer server;
    private readonly LabProcess daemon;

    public CongestedHost(ulong seed)
    {
        var away = new PathShape
        {
            Delay = TimeSpan.FromMilliseconds(10),
            RateBitsPerSecond = 20e6,
            QueuePackets = 30,
        };
        path = NamespacePath.Join(host, clients, "path0", away, new() { Delay = TimeSpan.FromMilliseconds(10) }, seed: seed);
        host.Ip("addr add 10.90.0.1/32 dev path0");
        host.Ip("route add default dev path0");
        clients.IpBatch(Enumerable.Range(0, Peers).Select(peer => $"addr add {Address(peer)}/8 dev path0"));
        server = FetchServer.Listen(host, Port);
        daemon = host.Start(Binaries.Agent, "run", "--state", State, "--socket", Socket);
    }

    private string State => Path.Combine(files.FullName, "state");

    private string Socket => State + ".sock";

    /// <summary>Waits until the daemon answers commands.</summary>
    public Task ReadyAsync() => daemon.WaitForLineAsync("enforces");

    /// <summary>A command of the agent.</summary>
    /// <exception cref="LabException">It failed.</exception>
    public string Ask(params string[] arguments)
    {
        var said = host.TryExec(Binaries.Agent, [.. arguments, "--state", State, "--socket", Socket]);
        return said.ExitCode == 0
            ? said.Output
            : throw new LabException($"iwtune {string.Join(' ', arguments)}: {said.Output}{said.Error}{daemon.Output}");
    }

    /// <summary>Fetches from all peers for this time, several at once; each peer has its own sizes.</summary>
    public void Fetch(TimeSpan time, int seed)
    {
        var until = TimeProvider.System.GetTimestamp();
        clients.Run(() =>
        {
            var threads = Enumerable
                .Range(0, Threads)
                .Select(number => new Thread(() =>
                    FetchUntil(() => TimeProvider.System.GetElapsedTime(until) >= time, new Random(seed + number))
                ))
                .ToList();
            threads.ForEach(thread => thread.Start());
            threads.ForEach(thread => thread.Join());
        });
    }

    public void Dispose()
    {
        daemon.Dispose();
        server.Dispose();
        path.Dispose();
        clients.Dispose();
        host.Dispose();
        files.Delete(recursive: true);
    }

    private static void FetchUntil(Func<bool> over, Random random)
    {
        var buffer = new byte[64 << 10];
        while (!over())
        {
            var peer = (int)(Peers * random.NextDouble() * random.NextDouble());
            try
            {
                Fetch(Address(peer), 6_000 + 2_000 * peer + random.Next(8_000), buffer);
            }
            catch (SocketException)
            {
                // A handshake or a response took longer than its limit: the path is congested.
            }
        }
    }

    private static void Fetch(string from, long bytes, byte[] buffer)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            ReceiveTimeout = 10_000,
        };
        // The port is chosen when it connects, as browsers' are: a bind would choose from the lower half of the range, of a few stripes.
        socket.SetRawSocketOption(Ip, BindAddressNoPort, BitConverter.GetBytes(1));
        socket.Bind(new IPEndPoint(IPAddress.Parse(from), 0));
        socket.Connect(new IPEndPoint(IPAddress.Parse("10.90.0.1"), Port));
        socket.Send(BitConverter.GetBytes(bytes));
        for (var read = 0L; read < bytes; )
        {
            var more = socket.Receive(buffer);
            if (more == 0)
                return;
            read += more;
        }
    }

    // An experiment distinguishes its peers by a hash of their address.
    private static string Address(int peer) => string.Create(CultureInfo.InvariantCulture, $"10.{100 + peer}.0.1");
}
