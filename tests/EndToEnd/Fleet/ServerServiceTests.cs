using System.Net.Sockets;
using System.Text;
using IwTune.Lab;

namespace IwTune.EndToEnd.Fleet;

/// <summary>The server as systemd runs it: with a socket for its status (sd_notify(3)), below a process of that name.</summary>
public sealed class ServerServiceTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-notify-").FullName;

    [Fact]
    public async Task It_says_when_it_serves_and_when_it_stops()
    {
        var path = Path.Combine(_directory, "notify");
        using var socket = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(path));
        var manager = Path.Combine(_directory, "systemd");
        File.Copy("/bin/dash", manager);
        using var server = LabProcess.Start(
            manager,
            [
                "-c",
                "trap 'kill $!' TERM; \"$0\" \"$@\" & wait $!; wait $!",
                Binaries.Server,
                "run",
                "--data",
                Path.Combine(_directory, "data"),
                "--listen",
                "127.0.0.1:0",
            ],
            new Dictionary<string, string>(StringComparer.Ordinal) { ["NOTIFY_SOCKET"] = path }
        );

        Assert.Equal("READY=1", await HeardAsync(socket));
        await server.WaitForLineAsync("listening ");
        var ending = server.StopAsync();
        Assert.Equal("STOPPING=1", await HeardAsync(socket));
        Assert.Equal(0, await ending);
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private static async Task<string> HeardAsync(Socket socket)
    {
        var text = new byte[256];
        using var limit = new CancellationTokenSource(Until.Limit);
        return Encoding.ASCII.GetString(text, 0, await socket.ReceiveAsync(text, limit.Token));
    }
}
