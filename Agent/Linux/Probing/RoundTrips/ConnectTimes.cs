using System.Net;
using System.Net.Sockets;

namespace IwTune.Agent.Linux.Probing.RoundTrips;

/// <summary>
/// Round-trip times of TCP handshakes, by the kernel's own clock: from the SYN to the answer to it (tcp_info.tcpi_rtt), so that a busy
/// machine does not lengthen them. One connection at a time, closed at once, no data. Needs no privilege.
/// </summary>
/// <param name="clock">Limits the waits and paces the connections.</param>
public sealed class ConnectTimes(TimeProvider clock)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>Connects so many times.</summary>
    /// <param name="to">A TCP service.</param>
    /// <param name="count">How many connections, 1 or more.</param>
    /// <param name="pause">Between the beginnings of two connections, at least.</param>
    /// <param name="ct">Ends it.</param>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task<RoundTripSamples> MeasureAsync(IPEndPoint to, int count, TimeSpan pause, CancellationToken ct)
    {
        var (samples, lost, problem) = (new List<long>(), 0, "");
        for (var i = 0; i < count; i++)
        {
            var began = clock.GetTimestamp();
            switch (await ConnectAsync(to, ct))
            {
                case ({ TotalRetransmits: 0 } info, _):
                    samples.Add(info.RttMicroseconds);
                    break;
                // The kernel cannot tell which of two SYNs was answered (Karn's algorithm, RFC 6298 section 3).
                case ({ }, _):
                    lost++;
                    break;
                case (null, var why):
                    (lost, problem) = (lost + 1, why);
                    break;
            }
            if (i < count - 1 && pause - clock.GetElapsedTime(began) is var rest && rest > TimeSpan.Zero)
                await Task.Delay(rest, clock, ct);
        }
        return new RoundTripSamples(to, samples, lost, problem);
    }

    private async Task<(TcpInfo? Info, string Problem)> ConnectAsync(IPEndPoint to, CancellationToken ct)
    {
        using var connection = new Socket(to.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        using var limit = new CancellationTokenSource(Patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        try
        {
            await connection.ConnectAsync(to, either.Token);
            return (TcpInfo.Read(connection), "");
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return (null, $"no answer within {Patience.TotalSeconds:0} s");
        }
        catch (SocketException failure)
        {
            return (null, failure.Message);
        }
    }
}
