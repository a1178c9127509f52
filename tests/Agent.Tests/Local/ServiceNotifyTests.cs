using System.Net.Sockets;
using System.Text;
using IwTune.Agent.Local;

namespace IwTune.Agent.Tests.Local;

public sealed class ServiceNotifyTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-notify-").FullName;

    [Fact]
    public void Systemd_hears_ready_watchdog_and_stopping()
    {
        var path = Path.Combine(_directory, "notify");
        using var systemd = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        systemd.Bind(new UnixDomainSocketEndPoint(path));
        using var notify = new ServiceNotify(name =>
            name switch
            {
                "NOTIFY_SOCKET" => path,
                "WATCHDOG_USEC" => "30000000",
                _ => null,
            }
        );

        notify.Ready("enforces edge");
        notify.Watchdog();
        notify.Stopping();

        Assert.Equal(["READY=1\nSTATUS=enforces edge", "WATCHDOG=1", "STOPPING=1"], Enumerable.Range(0, 3).Select(_ => Receive(systemd)));
        Assert.Equal(TimeSpan.FromSeconds(15), notify.WatchdogPeriod);
    }

    [Fact]
    public void The_abstract_namespace_is_understood()
    {
        var name = $"iwtune-{Guid.NewGuid():N}";
        using var systemd = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        systemd.Bind(new UnixDomainSocketEndPoint("\0" + name));
        using var notify = new ServiceNotify(variable => variable == "NOTIFY_SOCKET" ? "@" + name : null);

        notify.Stopping();

        Assert.Equal("STOPPING=1", Receive(systemd));
        Assert.Null(notify.WatchdogPeriod);
    }

    [Fact]
    public void Without_systemd_nothing_happens()
    {
        using var notify = new ServiceNotify(_ => null);

        notify.Ready("x");

        Assert.Null(notify.WatchdogPeriod);
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private static string Receive(Socket socket)
    {
        var buffer = new byte[256];
        socket.ReceiveTimeout = 5000;
        return Encoding.UTF8.GetString(buffer, 0, socket.Receive(buffer));
    }
}
