using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.Visible;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Local.Visible;

/// <summary>Sends the page on a connection and follows it by the system's own counters until everything is acknowledged.</summary>
internal static class SentPage
{
    /// <summary>The assumed value where the system does not report it: Ethernet, IPv4, timestamps.</summary>
    private const int UsualMss = 1448;

    private const int LooksPerRound = 20;
    private static readonly TimeSpan ShortestLook = TimeSpan.FromMilliseconds(1),
        LongestLook = TimeSpan.FromMilliseconds(20),
        Patience = TimeSpan.FromSeconds(20);

    /// <summary>Builds the page for a connection that has sent nothing yet, so that the build takes no time from the answer.</summary>
    /// <exception cref="SocketException">The connection broke.</exception>
    public static (PageFigures Figures, byte[] Answer) Prepare(Socket connection, long id, int size)
    {
        // Twice the page, so that the send buffer never limits it; the kernel counts more than the bytes.
        connection.SendBufferSize = 2 * size;
        var fresh = SocketReading.Of(connection);
        var rtt = fresh is { RttMicroseconds: > 0 } ? TimeSpan.FromMicroseconds(fresh.RttMicroseconds) : (TimeSpan?)null;
        var figures = new PageFigures(
            id,
            size,
            fresh?.Mss ?? UsualMss,
            fresh?.Cwnd,
            rtt,
            fresh?.CongestionControl ?? "",
            fresh?.PeerWindowBytes
        );
        return (figures, VisiblePage.Answer(figures));
    }

    /// <summary>Sends it in one call.</summary>
    /// <exception cref="SocketException">The connection broke.</exception>
    public static async Task<PageServed> SendAsync(
        Socket connection,
        PageFigures figures,
        byte[] answer,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        var page = new PageServed((IPEndPoint)connection.RemoteEndPoint!, figures, null, null, null, []);
        var start = clock.GetTimestamp();
        await connection.SendAsync(answer, ct);
        connection.Shutdown(SocketShutdown.Send);
        if (figures.InitCwnd is not null)
            return await FollowAsync(connection, page, start, clock, ct);
        await EndAsync(connection, clock, ct);
        return page;
    }

    private static async Task<PageServed> FollowAsync(
        Socket connection,
        PageServed page,
        long start,
        TimeProvider clock,
        CancellationToken ct
    )
    {
        var rtt = page.Figures.Rtt ?? TimeSpan.Zero;
        var look = TimeSpan.FromTicks(Math.Clamp(rtt.Ticks / LooksPerRound, ShortestLook.Ticks, LongestLook.Ticks));
        var rounds = new FlightRounds(page.Figures.SizeBytes);
        TimeSpan passed;
        FlightReading? reading;
        do
        {
            reading = SocketReading.Of(connection);
            passed = clock.GetElapsedTime(start);
            if (reading is not null)
                rounds.Add(passed, reading);
            if (!rounds.Done)
                await Task.Delay(look, clock, ct);
        } while (!rounds.Done && passed < Patience);
        // Rounds that are shorter than a few looks are not seen.
        var countable = rtt >= 4 * look;
        return page with
        {
            Rounds = countable ? rounds.Rounds : null,
            Took = rounds.Done ? passed : null,
            SegmentsAgain = reading?.SegmentsAgain ?? 0,
            Acknowledged = rounds.Steps,
        };
    }

    /// <summary>Waits until the other side has everything and closes: closing earlier could cut off data in flight.</summary>
    private static async Task EndAsync(Socket connection, TimeProvider clock, CancellationToken ct)
    {
        using var limit = new CancellationTokenSource(Patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        var rest = new byte[256];
        while (await connection.ReceiveAsync(rest, either.Token) > 0) { }
    }
}
