using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.RoundTrips;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Opens connections and asks the kernel about each at once. No data is sent.</summary>
/// <param name="ask">Asks the kernel; gets how long connecting took.</param>
/// <param name="clock">Times the handshake and limits the wait.</param>
internal sealed class Connecting(Func<Socket, TimeSpan, KernelAnswer> ask, TimeProvider clock)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <returns>The connection with the kernel's answer, or why there is none.</returns>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task<OpenedConnection> OpenAsync(IPEndPoint peer, CancellationToken ct)
    {
        var connection = new Socket(peer.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        OpenedConnection? opened = null;
        using var limit = new CancellationTokenSource(Patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        var began = clock.GetTimestamp();
        try
        {
            await connection.ConnectAsync(peer, either.Token);
            var took = clock.GetElapsedTime(began);
            return opened = new(connection, ask(connection, took), took);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return OpenedConnection.None($"{peer} did not answer within {Patience.TotalSeconds:0} s");
        }
        catch (SocketException failure)
        {
            return OpenedConnection.None($"connecting to {peer}: {failure.Message}");
        }
        finally
        {
            if (opened is null)
                connection.Dispose();
        }
    }

    /// <summary>
    /// The time of one handshake: by the kernel where it reports it, else by our own clock, which a busy machine lengthens.
    /// </summary>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task<Handshake> HandshakeAsync(IPEndPoint peer, CancellationToken ct)
    {
        using var opened = await OpenAsync(peer, ct);
        return opened.Answer switch
        {
            null => new Handshake(null, Problem: opened.Problem),
            KernelAnswer.Told { Connection: var seen } => new Handshake(
                seen.RttMicroseconds,
                seen.MayHaveLostSyn(FreshConnection.UsualInitialRto)
            ),
            _ => new Handshake((long)opened.Took.TotalMicroseconds, opened.Took >= FreshConnection.UsualInitialRto),
        };
    }
}
