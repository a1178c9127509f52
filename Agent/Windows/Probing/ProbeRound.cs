using System.Net;

namespace IwTune.Agent.Windows.Probing;

/// <summary>
/// The connections of one round: one to each peer, all begun at the same time, because silent peers would otherwise hold up the turn one
/// after the other, and with it a rollback. They stay open until the round ends: Windows says of an open connection which template it got.
/// </summary>
/// <param name="connecting">Connects.</param>
/// <param name="applied">Says which template a connection got; <see langword="null"/> where nothing does.</param>
/// <param name="ct">The caller gave up.</param>
internal sealed class ProbeRound(Connecting connecting, IAppliedSetting? applied, CancellationToken ct) : IAsyncDisposable
{
    private readonly CancellationTokenSource _over = CancellationTokenSource.CreateLinkedTokenSource(ct);
    private readonly Dictionary<IPEndPoint, Task<OpenedConnection>> _begun = [];
    private readonly Dictionary<IPEndPoint, FreshConnection> _named = [];

    /// <summary>Begins to connect to a peer, once.</summary>
    public void Begin(IPEndPoint peer)
    {
        if (!_begun.ContainsKey(peer))
            _begun[peer] = connecting.OpenAsync(peer, _over.Token);
    }

    /// <summary>The connection to a peer that was begun, with its template where the system says it.</summary>
    /// <returns>The kernel's answer, or why there is no connection.</returns>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async ValueTask<(KernelAnswer? Answer, string Problem)> OfAsync(IPEndPoint peer)
    {
        var opened = await _begun[peer];
        if (opened.Answer is not KernelAnswer.Told { Connection: var seen })
            return (opened.Answer, opened.Problem);
        if (!_named.TryGetValue(peer, out var named))
        {
            named = applied is null ? seen : seen with { Applied = await applied.OfAsync(seen.Local, seen.Remote, ct) };
            _named[peer] = named;
        }
        return (new KernelAnswer.Told(named), "");
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _over.CancelAsync();
        foreach (var begun in _begun.Values)
        {
            await ((Task)begun).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (begun.IsCompletedSuccessfully)
                (await begun).Dispose();
        }
        _over.Dispose();
    }
}
