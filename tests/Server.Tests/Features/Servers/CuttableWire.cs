using System.Net;
using System.Net.Sockets;
using System.Text;
using IwTune.Server.Storage.Postgres;

namespace IwTune.Server.Tests.Features.Servers;

/// <summary>A TCP proxy to a database socket that can be cut like a network: nothing is closed, nothing arrives any more.</summary>
internal sealed class CuttableWire : IDisposable
{
    private readonly TcpListener listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource end = new();
    private readonly List<Socket> ends = [];
    private readonly string socket;
    private volatile Cut now = new();

    /// <param name="url">Of a database behind a socket.</param>
    public CuttableWire(string url)
    {
        var at = PostgresAddress.Parse(url, new List<string>())!;
        socket = Path.Combine(at.Host, $".s.PGSQL.{at.Port}");
        listener.Start();
        Url = $"postgres://{at.User}@127.0.0.1:{((IPEndPoint)listener.LocalEndpoint).Port}/{at.Name}?sslmode=disable";
        _ = AcceptAsync();
    }

    public string Url { get; }

    /// <summary>Open connections are silent from now on, permanently; new ones wait until <see cref="Mend"/>.</summary>
    public void Break() => now.Broken = true;

    /// <summary>Breaks as soon as the database has sent this.</summary>
    /// <param name="text">In one message of the database.</param>
    public void BreakAfter(string text) => now.Last = Encoding.UTF8.GetBytes(text);

    /// <summary>New connections work again.</summary>
    public void Mend()
    {
        var mended = now;
        now = new();
        mended.Over.TrySetResult();
    }

    /// <summary>Closes the silent connections, so that no end waits for them.</summary>
    public void Forget()
    {
        lock (ends)
            ends.ForEach(one => one.Dispose());
    }

    public void Dispose()
    {
        end.Cancel();
        listener.Dispose();
        Forget();
        end.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _ = CarryAsync(await listener.AcceptSocketAsync(end.Token));
        }
        catch (Exception over) when (over is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private async Task CarryAsync(Socket from)
    {
        Keep(from);
        try
        {
            while (now is { Broken: true } cut)
                await cut.Over.Task.WaitAsync(end.Token);
            var cutBy = now;
            var to = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
            Keep(to);
            await to.ConnectAsync(new UnixDomainSocketEndPoint(socket), end.Token);
            await Task.WhenAny(PumpAsync(from, to, cutBy), PumpAsync(to, from, cutBy));
            if (cutBy.Broken)
                return;
            from.Dispose();
            to.Dispose();
        }
        catch (Exception over) when (over is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            from.Dispose();
        }
    }

    private void Keep(Socket one)
    {
        lock (ends)
            ends.Add(one);
    }

    private async Task PumpAsync(Socket from, Socket to, Cut cut)
    {
        var bytes = new byte[64 * 1024];
        while (await from.ReceiveAsync(bytes, end.Token) is > 0 and var count)
        {
            if (cut.Broken)
                await Task.Delay(Timeout.Infinite, end.Token);
            for (var sent = 0; sent < count; )
                sent += await to.SendAsync(bytes.AsMemory(sent, count - sent), end.Token);
            cut.Broken |= cut.Last is { } last && bytes.AsSpan(0, count).IndexOf(last) >= 0;
        }
        // The database ends silent sessions; the other end of a cut connection does not notice.
        if (cut.Broken)
            await Task.Delay(Timeout.Infinite, end.Token);
    }

    private sealed class Cut
    {
        public volatile bool Broken;

        public volatile byte[]? Last;

        public TaskCompletionSource Over { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
