using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Linux.Emulation;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Stripes;

/// <summary>A server behind a path of 100 ms, reached over its default routes, with a real daemon in its namespace.</summary>
internal sealed class StripedHost : IDisposable
{
    private const int Port = 4000;
    private readonly EmulatedPath _path;
    private readonly FetchServer _server;
    private readonly DirectoryInfo _files = Directory.CreateTempSubdirectory("iwtune-stripes-");
    private readonly List<LabProcess> _daemons = [];

    public StripedHost()
    {
        Host = Privileged.Namespace("striped");
        Client = NetNamespace.Create("client");
        _path = NamespacePath.Join(Host, Client, "path0", TimeSpan.FromMilliseconds(50));
        Host.Ip("addr add 198.51.100.1/32 dev path0");
        Host.Ip("-6 addr add 2001:db8::1/128 dev path0 nodad");
        Host.Ip("route add default dev path0");
        Host.Ip("-6 route add default dev path0 metric 1024");
        Client.Ip("addr add 198.51.100.2/24 dev path0");
        Client.Ip("-6 addr add 2001:db8::2/64 dev path0 nodad");
        _server = FetchServer.Listen(Host, Port);
    }

    public NetNamespace Host { get; }

    public NetNamespace Client { get; }

    public string State => Path.Combine(_files.FullName, "state");

    /// <summary>Rules of both families, and every route of an experiment.</summary>
    public string Rows =>
        Host.Ip("rule") + Host.Ip("-6 rule") + Host.Ip("-4 route show table all proto 106") + Host.Ip("-6 route show table all proto 106");

    public async Task<LabProcess> StartAsync()
    {
        var daemon = Host.Start(Program, "run", "--state", State, "--socket", Socket);
        _daemons.Add(daemon);
        await daemon.WaitForLineAsync("enforces");
        return daemon;
    }

    /// <summary>A command with this host's state directory.</summary>
    public CommandResult Run(params string[] arguments) => Host.TryExec(Program, [.. arguments, "--state", State]);

    /// <summary>A command to the daemon that must succeed.</summary>
    public string Ask(params string[] arguments)
    {
        var result = Host.TryExec(Program, [.. arguments, "--state", State, "--socket", Socket]);
        Assert.True(result.ExitCode == 0, $"{result.Output}{result.Error}\n{_daemons[^1].Output}");
        return result.Output;
    }

    /// <summary>Fetches from a port of the client's.</summary>
    /// <returns>The window the connection got, and how long its handshake and its transfer took.</returns>
    public (int Window, TimeSpan Handshake, TimeSpan Transfer) Fetch(int port, long bytes, bool ipv6 = false) =>
        Client.Run(() =>
        {
            var (from, to) = ipv6 ? ("2001:db8::2", "2001:db8::1") : ("198.51.100.2", "198.51.100.1");
            using var socket = new Socket(
                ipv6 ? AddressFamily.InterNetworkV6 : AddressFamily.InterNetwork,
                SocketType.Stream,
                ProtocolType.Tcp
            )
            {
                NoDelay = true,
                ReceiveTimeout = 20_000,
            };
            socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
            socket.Bind(new IPEndPoint(IPAddress.Parse(from), port));
            var start = TimeProvider.System.GetTimestamp();
            socket.Connect(new IPEndPoint(IPAddress.Parse(to), Port));
            var handshake = TimeProvider.System.GetElapsedTime(start);
            start = TimeProvider.System.GetTimestamp();
            socket.Send(BitConverter.GetBytes(bytes));
            var buffer = new byte[64 << 10];
            for (var read = 0L; read < bytes; )
            {
                var more = socket.Receive(buffer);
                Assert.True(more > 0, $"closed after {read} of {bytes} bytes");
                read += more;
            }
            return (_server.AtStart(port).Cwnd, handshake, TimeProvider.System.GetElapsedTime(start));
        });

    public void Dispose()
    {
        foreach (var daemon in _daemons)
            daemon.Dispose();
        _server.Dispose();
        _path.Dispose();
        Client.Dispose();
        Host.Dispose();
        _files.Delete(recursive: true);
    }

    private string Socket => State + ".sock";

    private static string Program => Binaries.Agent;
}
