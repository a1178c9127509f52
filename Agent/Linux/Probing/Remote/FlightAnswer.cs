using System.Net.Sockets;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>What came after the filter was removed: enough to know what ended the flight, no more.</summary>
/// <param name="Bytes">Bytes read.</param>
/// <param name="Beginning">The first of them.</param>
/// <param name="End">Why reading ended.</param>
/// <param name="First">The connection when the first bytes could be read.</param>
/// <param name="Paused">Some data came long after the data before it: the server may not have had it when the flight ended.</param>
internal sealed record FlightAnswer(long Bytes, ReadOnlyMemory<byte> Beginning, AnswerEnd End, ConnectionFacts? First, bool Paused)
{
    private const int Kept = 8192;
    private const int IpProtoTcp = 6;
    private const int QuickAcknowledgement = 12; // TCP_QUICKACK: the kernel goes back to delaying by itself

    /// <summary>The server retransmits after its own time-out, which doubles while the filter is there: never less than 200 ms.</summary>
    private static readonly TimeSpan FirstPatience = TimeSpan.FromSeconds(10);

    /// <summary>While the server repairs its losses, segments come once in a round trip.</summary>
    private static readonly TimeSpan Leeway = TimeSpan.FromMilliseconds(100);

    /// <param name="connection">Without filter.</param>
    /// <param name="most">One byte more than this is enough.</param>
    /// <param name="rtt">Round-trip time of the path.</param>
    /// <param name="clock">Limits the waits.</param>
    /// <param name="ct">Ends it.</param>
    public static async Task<FlightAnswer> ReadAsync(Socket connection, long most, TimeSpan rtt, TimeProvider clock, CancellationToken ct)
    {
        var buffer = new byte[64 << 10];
        using var beginning = new MemoryStream();
        var (bytes, first, paused, came) = (0L, (ConnectionFacts?)null, false, clock.GetTimestamp());
        while (true)
        {
            connection.SetRawSocketOption(IpProtoTcp, QuickAcknowledgement, BitConverter.GetBytes(1));
            var (read, end) = await ReceiveAsync(
                connection,
                buffer,
                bytes == 0 ? FirstPatience : (rtt * 6) + TimeSpan.FromSeconds(1),
                clock,
                ct
            );
            if (read == 0)
                return Ended(end);
            first ??= ConnectionFacts.Read(connection);
            paused |= bytes > 0 && clock.GetElapsedTime(came) > (rtt * 1.5) + Leeway;
            came = clock.GetTimestamp();
            beginning.Write(buffer, 0, (int)Math.Min(read, Math.Max(0, Kept - beginning.Length)));
            bytes += read;
            if (bytes > most)
                return Ended(AnswerEnd.Enough);
            if (HttpRequest.Read(beginning.ToArray())?.TotalBytes <= bytes)
                return Ended(AnswerEnd.Complete);
        }

        FlightAnswer Ended(AnswerEnd end) => new(bytes, beginning.ToArray(), end, first, paused);
    }

    private static async Task<(int Read, AnswerEnd End)> ReceiveAsync(
        Socket connection,
        byte[] buffer,
        TimeSpan patience,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        using var limit = new CancellationTokenSource(patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        try
        {
            var read = await connection.ReceiveAsync(buffer.AsMemory(), either.Token);
            return (read, AnswerEnd.Complete);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return (0, AnswerEnd.Silence);
        }
        catch (SocketException)
        {
            return (0, AnswerEnd.Reset);
        }
    }
}

/// <summary>Why reading ended.</summary>
internal enum AnswerEnd
{
    /// <summary>More came than the flight can have held.</summary>
    Enough,

    /// <summary>The server closed the connection, or everything that it announced came.</summary>
    Complete,

    /// <summary>Nothing came for a long time.</summary>
    Silence,

    /// <summary>The server reset the connection.</summary>
    Reset,
}
