using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.RoundTrips;

namespace IwTune.Agent.Windows.Probing;

/// <summary>Opens a connection, asks the kernel about it at once, and closes it. No data is sent.</summary>
/// <param name="ask">Asks the kernel; gets how long connecting took.</param>
/// <param name="clock">Times the handshake and limits the wait.</param>
/// <param name="applied">Asks, while the connection exists, which template it got; <see langword="null"/> where that is not known.</param>
internal sealed class Connecting(Func<Socket, TimeSpan, KernelAnswer> ask, TimeProvider clock, IAppliedSetting? applied = null)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <returns>The kernel's answer, or why there is no connection.</returns>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task<(KernelAnswer? Answer, string Problem)> ToAsync(IPEndPoint peer, CancellationToken ct)
    {
        var answer = await OnceAsync(peer, applied, ct);
        return (answer.Answer, answer.Problem);
    }

    /// <summary>
    /// The time of one handshake: by the kernel where it reports it, else by our own clock, which a busy machine lengthens.
    /// </summary>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task<Handshake> HandshakeAsync(IPEndPoint peer, CancellationToken ct) =>
        await OnceAsync(peer, null, ct) switch
        {
            (null, _, var problem) => new Handshake(null, Problem: problem),
            (KernelAnswer.Told { Connection: var seen }, _, _) => new Handshake(
                seen.RttMicroseconds,
                seen.MayHaveLostSyn(FreshConnection.UsualInitialRto)
            ),
            var (_, took, _) => new Handshake((long)took.TotalMicroseconds, took >= FreshConnection.UsualInitialRto),
        };

    private async Task<(KernelAnswer? Answer, TimeSpan Took, string Problem)> OnceAsync(
        IPEndPoint peer,
        IAppliedSetting? template,
        CancellationToken ct
    )
    {
        using var connection = new Socket(peer.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        using var limit = new CancellationTokenSource(Patience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        var began = clock.GetTimestamp();
        try
        {
            await connection.ConnectAsync(peer, either.Token);
            var took = clock.GetElapsedTime(began);
            var answer = ask(connection, took);
            if (answer is KernelAnswer.Told { Connection: var seen } && template is not null)
                answer = new KernelAnswer.Told(seen with { Applied = await template.OfAsync(seen.Local, seen.Remote, either.Token) });
            return (answer, took, "");
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return (null, default, $"{peer} did not answer within {Patience.TotalSeconds:0} s");
        }
        catch (SocketException failure)
        {
            return (null, default, $"connecting to {peer}: {failure.Message}");
        }
    }
}
