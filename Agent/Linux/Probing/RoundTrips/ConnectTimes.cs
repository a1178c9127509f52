using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.RoundTrips;

namespace IwTune.Agent.Linux.Probing.RoundTrips;

/// <summary>
/// The time of one handshake by the kernel's own clock: from the SYN to its answer (tcp_info.tcpi_rtt), so that a busy machine does not
/// lengthen it.
/// </summary>
/// <param name="clock">Limits the wait.</param>
public sealed class ConnectTimes(TimeProvider clock)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>Connects once.</summary>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task<Handshake> ConnectAsync(IPEndPoint to, CancellationToken ct)
    {
        using var connection = new Socket(to.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        using var limit = new CancellationTokenSource(Patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        try
        {
            await connection.ConnectAsync(to, either.Token);
            var info = TcpInfo.Read(connection);
            return new Handshake(info.RttMicroseconds, info.TotalRetransmits > 0, Answer: info.Answer);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return new Handshake(null, Problem: $"no answer within {Patience.TotalSeconds:0} s");
        }
        catch (SocketException failure)
        {
            return new Handshake(null, Problem: failure.Message);
        }
    }
}
