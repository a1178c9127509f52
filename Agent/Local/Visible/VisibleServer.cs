using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using IwTune.Agent.Engine.Visible;

namespace IwTune.Agent.Local.Visible;

/// <summary>
/// A web server of one page, each answer on a fresh connection and in one write, so that a browser sees its flights arrive.
/// </summary>
internal sealed class VisibleServer : IDisposable
{
    /// <summary>Connections served at a time; more wait in the kernel's queue.</summary>
    public const int MostGuests = 16;

    private const int Remembered = 32;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly Socket _listener;
    private readonly VisibleOptions _options;
    private readonly TimeProvider _clock;
    private readonly SemaphoreSlim _guests = new(MostGuests);
    private readonly ConcurrentDictionary<long, Task<PageServed>> _pages = new();
    private long _last;

    private VisibleServer(Socket listener, VisibleOptions options, TimeProvider clock) =>
        (_listener, _options, _clock) = (listener, options, clock);

    /// <summary>Where it listens.</summary>
    public IPEndPoint Endpoint => (IPEndPoint)_listener.LocalEndPoint!;

    /// <summary>Begins to listen, in the network namespace of the calling thread.</summary>
    /// <returns>
    /// <see langword="null"/> and the reason, when the address is in use or not this host's, or the congestion control is not available.
    /// </returns>
    public static VisibleServer? Open(VisibleOptions options, TimeProvider clock, out string problem)
    {
        const int tcp = 6,
            maxSegment = 2,
            congestion = 13; // linux/tcp.h
        var listener = new Socket(options.Listen.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        var tried = "";
        try
        {
            // Accepted connections inherit all of it from the listener.
            if (OperatingSystem.IsLinux())
            {
                tried = $"--mss {options.MostMss}";
                if (options.MostMss is { } mss)
                    listener.SetRawSocketOption(tcp, maxSegment, BitConverter.GetBytes(mss));
                tried = $"--cc {options.CongestionControl}";
                if (options.CongestionControl is { } control)
                    listener.SetRawSocketOption(tcp, congestion, Encoding.ASCII.GetBytes(control));
            }
            tried = $"--listen {options.Listen}";
            listener.Bind(options.Listen);
            listener.Listen(MostGuests);
            problem = "";
            return new VisibleServer(listener, options, clock);
        }
        catch (SocketException refused)
        {
            listener.Dispose();
            problem = $"{tried}: the system refuses it: {refused.Message}. Nothing is served; choose another.";
            return null;
        }
    }

    /// <summary>Serves until cancelled.</summary>
    /// <param name="served">Gets each page once it is acknowledged, or is known not to be.</param>
    /// <param name="ct">Ends it.</param>
    public async Task RunAsync(Action<PageServed> served, CancellationToken ct)
    {
        while (true)
        {
            await _guests.WaitAsync(ct);
            var guest = await _listener.AcceptAsync(ct);
            _ = ServeAsync(guest, served, ct);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _listener.Dispose();
        _guests.Dispose();
    }

    private async Task ServeAsync(Socket guest, Action<PageServed> served, CancellationToken ct)
    {
        using var limit = new CancellationTokenSource(Patience, _clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        try
        {
            using var connection = guest;
            connection.NoDelay = true;
            var (figures, answer) = SentPage.Prepare(connection, Interlocked.Increment(ref _last), _options.SizeBytes);
            if (await ReadAsync(connection, either.Token) is not { } request)
                return;
            if (request.Path == "/")
                await ServePageAsync(connection, figures, answer, served, ct);
            else
                await SendAsync(connection, await AnswerAsync(request, either.Token), either.Token);
        }
        catch (Exception gone) when (gone is SocketException or OperationCanceledException or ObjectDisposedException)
        {
            // The guest left or said nothing for too long, or the server ends.
        }
        finally
        {
            if (!ct.IsCancellationRequested)
                _guests.Release();
        }
    }

    private async Task<byte[]> AnswerAsync(RequestHead request, CancellationToken ct)
    {
        const string seen = "/seen/";
        if (request.Status.Length > 0)
            return Answer(request.Status, "text/plain", request.Status + "\n");
        if (
            !request.Path.StartsWith(seen, StringComparison.Ordinal)
            || !long.TryParse(request.Path.AsSpan(seen.Length), out var id)
            || !_pages.TryGetValue(id, out var page)
        )
            return Answer("404 Not Found", "text/plain", "There is one page here: /\n");
        return Answer("200 OK", "application/json", JsonSerializer.Serialize(Seen.Of(await page.WaitAsync(ct)), SeenJson.Default.Seen));
    }

    private async Task ServePageAsync(
        Socket connection,
        PageFigures figures,
        byte[] answer,
        Action<PageServed> served,
        CancellationToken ct
    )
    {
        var result = new TaskCompletionSource<PageServed>(TaskCreationOptions.RunContinuationsAsynchronously);
        _pages[figures.Id] = result.Task;
        Forget(figures.Id - Remembered);
        try
        {
            var page = await SentPage.SendAsync(connection, figures, answer, _clock, ct);
            result.SetResult(page);
            served(page);
        }
        catch (Exception gone) when (gone is SocketException or OperationCanceledException or ObjectDisposedException)
        {
            _pages.TryRemove(figures.Id, out _);
            result.TrySetCanceled(CancellationToken.None);
        }
    }

    /// <summary>Every connection gets a number, so some numbers belong to no page.</summary>
    private void Forget(long upTo)
    {
        foreach (var id in _pages.Keys)
        {
            if (id <= upTo)
                _pages.TryRemove(id, out _);
        }
    }

    private static async Task<RequestHead?> ReadAsync(Socket connection, CancellationToken ct)
    {
        var buffer = new byte[RequestHead.MostBytes];
        for (var length = 0; ; )
        {
            var more = await connection.ReceiveAsync(buffer.AsMemory(length), ct);
            if (more == 0)
                return null;
            length += more;
            if (RequestHead.Read(buffer.AsSpan(0, length)) is { } head)
                return head;
        }
    }

    private static byte[] Answer(string status, string type, string body) =>
        Encoding.UTF8.GetBytes(
            $"HTTP/1.1 {status}\r\nContent-Type: {type}; charset=utf-8\r\nContent-Length: {Encoding.UTF8.GetByteCount(body)}\r\n"
                + $"{(status.StartsWith("405", StringComparison.Ordinal) ? "Allow: GET\r\n" : "")}Cache-Control: "
                + $"no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n{body}"
        );

    private static async Task SendAsync(Socket connection, byte[] answer, CancellationToken ct)
    {
        await connection.SendAsync(answer, ct);
        connection.Shutdown(SocketShutdown.Send);
        // Unread data from the guest would otherwise break the connection before the answer is complete.
        var rest = new byte[1024];
        while (await connection.ReceiveAsync(rest, ct) > 0) { }
    }
}

/// <summary>How the page of visible segments is served.</summary>
/// <param name="Listen">Where; port 0 for any.</param>
/// <param name="SizeBytes">Bytes of the whole answer.</param>
/// <param name="MostMss">
/// The largest payload and TCP options of a segment, bytes, so that loopback's 64 kB segments do not hide the flights;
/// <see langword="null"/> for no limit.
/// </param>
/// <param name="CongestionControl">Of the connections; <see langword="null"/> for the system's.</param>
internal sealed record VisibleOptions(IPEndPoint Listen, int SizeBytes, int? MostMss, string? CongestionControl);
