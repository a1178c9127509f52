using System.Net;
using System.Net.Sockets;
using System.Text;

namespace IwTune.EndToEnd.Console;

/// <summary>A receiver of webhooks on loopback that accepts messages to /taken and declines those to any other address.</summary>
internal sealed class DecliningReceiver : IAsyncDisposable
{
    private readonly TcpListener listener = new(IPAddress.Loopback, 0);
    private readonly Task answering;

    public DecliningReceiver()
    {
        listener.Start();
        answering = AnswerAsync();
    }

    public string Address => $"http://{listener.LocalEndpoint}";

    public async ValueTask DisposeAsync()
    {
        listener.Dispose();
        await answering;
    }

    private async Task AnswerAsync()
    {
        try
        {
            while (true)
            {
                using var caller = await listener.AcceptTcpClientAsync();
                await AnswerAsync(caller.GetStream());
            }
        }
        catch (Exception over) when (over is ObjectDisposedException or SocketException or IOException)
        {
            // The listener is closed, or a server that is being stopped closed the connection: no caller waits any more.
        }
    }

    private static async Task AnswerAsync(NetworkStream stream)
    {
        using var reader = new StreamReader(stream, Encoding.ASCII, leaveOpen: true);
        var (first, length) = (await reader.ReadLineAsync() ?? "", 0);
        while (await reader.ReadLineAsync() is { Length: > 0 } header)
            if (header.StartsWith("content-length:", StringComparison.OrdinalIgnoreCase))
                length = int.Parse(header.AsSpan("content-length:".Length), System.Globalization.CultureInfo.InvariantCulture);
        // Bodies are UTF-8, but are read as ASCII: one character for each byte.
        await reader.ReadBlockAsync(new char[length]);
        var status = first.Contains(" /taken ", StringComparison.Ordinal) ? "204 No Content" : "410 Gone";
        await stream.WriteAsync(Encoding.ASCII.GetBytes($"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
    }
}
