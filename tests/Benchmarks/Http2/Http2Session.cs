using System.Buffers;
using System.Buffers.Binary;
using System.Net.Security;
using System.Net.Sockets;

namespace IwTune.Benchmarks.Http2;

/// <summary>A connection, from its preface until it breaks (RFC 9113).</summary>
/// <remarks>
/// Flow control needs no care. The bodies of check-ins that a server has not read fit into its smallest window together, and what a
/// connection may receive is as much as the protocol can express, some hundred times what it receives in a run.
/// </remarks>
internal sealed class Http2Session : IDisposable
{
    private const int HeaderTableSize = 1,
        EnablePush = 2,
        InitialWindow = 4;
    private const int WindowOfStream = 1 << 20,
        SmallestWindow = 65_535;
    private static readonly byte[] Preface = [.. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8];

    private readonly SslStream stream;
    private readonly Lock gate = new();
    private readonly Dictionary<int, Http2Call> calls = [];
    private ArrayBufferWriter<byte> filled = new(),
        sending = new();
    private int next = 1;
    private bool isSending,
        isReading;
    private IOException? end;

    private Http2Session(SslStream stream) => this.stream = stream;

    public bool HasEnded => Volatile.Read(ref end) is not null;

    /// <exception cref="IOException">There is no connection.</exception>
    public static async Task<Http2Session> OpenAsync(Uri server, SslClientAuthenticationOptions tls, CancellationToken ct)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(server.Host, server.Port, ct);
            var stream = new SslStream(new NetworkStream(socket, ownsSocket: true));
            await stream.AuthenticateAsClientAsync(tls, ct);
            var session = new Http2Session(stream);
            session.Greet();
            _ = session.SendAsync();
            _ = session.ReadAsync();
            return session;
        }
        catch (SocketException refused)
        {
            socket.Dispose();
            throw new IOException(refused.Message, refused);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <exception cref="IOException">The connection broke before the answer.</exception>
    public Task<Http2Answer> PostAsync(ReadOnlySpan<byte> headers, ReadOnlySpan<byte> body)
    {
        var call = new Http2Call();
        lock (gate)
        {
            if (end is { } broken)
                return Task.FromException<Http2Answer>(broken);
            calls.Add(next, call);
            Http2Frame.Write(filled, FrameType.Headers, Http2Frame.EndHeaders, next, headers);
            Http2Frame.Write(filled, FrameType.Data, Http2Frame.EndStream, next, body);
            next += 2;
            if (isSending || isReading)
                return call.Task;
            isSending = true;
        }
        _ = SendAsync();
        return call.Task;
    }

    public void Dispose() => End(new IOException("the connection was closed"));

    private void Greet()
    {
        filled.Write(Preface);
        Span<byte> settings = stackalloc byte[18];
        var rest = settings;
        foreach (var (name, value) in new[] { (HeaderTableSize, 0), (EnablePush, 0), (InitialWindow, WindowOfStream) })
        {
            BinaryPrimitives.WriteInt16BigEndian(rest, (short)name);
            BinaryPrimitives.WriteInt32BigEndian(rest[2..], value);
            rest = rest[6..];
        }
        Http2Frame.Write(filled, FrameType.Settings, 0, 0, settings);
        Span<byte> window = stackalloc byte[4];
        BinaryPrimitives.WriteInt32BigEndian(window, int.MaxValue - SmallestWindow);
        Http2Frame.Write(filled, FrameType.WindowUpdate, 0, 0, window);
        isSending = true;
    }

    /// <summary>Sends what was written, and what is written meanwhile.</summary>
    private async Task SendAsync()
    {
        try
        {
            while (true)
            {
                lock (gate)
                {
                    sending.ResetWrittenCount();
                    if (filled.WrittenCount == 0)
                    {
                        isSending = false;
                        return;
                    }
                    (filled, sending) = (sending, filled);
                }
                await stream.WriteAsync(sending.WrittenMemory);
            }
        }
        catch (Exception broken) when (IsOfNetwork(broken))
        {
            End(new IOException(broken.Message, broken));
        }
    }

    private async Task ReadAsync()
    {
        var (buffer, filledTo) = (new byte[2 * Http2Frame.MaxPayload], 0);
        try
        {
            while (true)
            {
                var read = await stream.ReadAsync(buffer.AsMemory(filledTo));
                if (read == 0)
                    throw new IOException("the server closed the connection");
                filledTo += read;
                lock (gate)
                    isReading = true;
                var taken = TakeAll(buffer.AsSpan(0, filledTo));
                buffer.AsSpan(taken, filledTo - taken).CopyTo(buffer);
                filledTo -= taken;
                lock (gate)
                {
                    isReading = false;
                    if (isSending || filled.WrittenCount == 0)
                        continue;
                    isSending = true;
                }
                _ = SendAsync();
            }
        }
        catch (Exception broken) when (IsOfNetwork(broken))
        {
            End(new IOException(broken.Message, broken));
        }
    }

    /// <returns>Bytes of whole frames.</returns>
    private int TakeAll(ReadOnlySpan<byte> buffer)
    {
        var taken = 0;
        while (Http2Frame.SizeIn(buffer[taken..]) is { } size)
        {
            Take(Http2Frame.Of(buffer.Slice(taken, size)));
            taken += size;
        }
        return taken;
    }

    private void Take(Http2Frame frame)
    {
        switch (frame.Type)
        {
            case FrameType.Headers when (frame.Flags & Http2Frame.EndHeaders) == 0:
            case FrameType.Headers or FrameType.Data when (frame.Flags & Http2Frame.Padded) != 0:
                throw new IOException("the server pads or continues frames, which this client does not read");
            case FrameType.Headers:
                Find(frame.Stream)?.Begin(HeaderBlock.Read(frame.Payload));
                break;
            case FrameType.Data:
                Find(frame.Stream)?.Add(frame.Payload);
                break;
            case FrameType.Reset:
                Remove(frame.Stream)?.SetException(new IOException("the server reset the stream"));
                return;
            case FrameType.Settings or FrameType.Ping when (frame.Flags & Http2Frame.Ack) == 0:
                Acknowledge(frame);
                return;
            case FrameType.GoAway:
                throw new IOException("the server ends the connection");
            default:
                return;
        }
        if ((frame.Flags & Http2Frame.EndStream) != 0)
            Remove(frame.Stream)?.End();
    }

    private void Acknowledge(Http2Frame frame)
    {
        lock (gate)
            Http2Frame.Write(filled, frame.Type, Http2Frame.Ack, 0, frame.Type == FrameType.Ping ? frame.Payload : []);
    }

    private Http2Call? Find(int id)
    {
        lock (gate)
            return calls.GetValueOrDefault(id);
    }

    private Http2Call? Remove(int id)
    {
        lock (gate)
            return calls.Remove(id, out var call) ? call : null;
    }

    private void End(IOException why)
    {
        List<Http2Call> open;
        lock (gate)
        {
            end ??= why;
            open = [.. calls.Values];
            calls.Clear();
        }
        stream.Dispose();
        foreach (var call in open)
            call.SetException(why);
    }

    private static bool IsOfNetwork(Exception error) => error is IOException or ObjectDisposedException or InvalidOperationException;
}
