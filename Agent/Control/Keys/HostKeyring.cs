using System.Text.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control.Keys;

/// <summary>The key with which this host proves its calls. As with a secret, every step is on disk before the server hears of it.</summary>
/// <param name="keys">Makes and opens keys.</param>
/// <param name="held">The identity, which names the key in use.</param>
/// <param name="log">Gets what could not be done.</param>
internal sealed class HostKeyring(IHostKeys keys, HeldIdentity held, AgentLog log) : IDisposable
{
    /// <summary>Proves calls; <see langword="null"/> for a host without a key.</summary>
    public HostProver? Prover { get; private set; } = HostProver.Of(held.Now, keys);

    /// <summary>Where the key is, for people.</summary>
    public string Shown => Prover is null ? HostKeys.None : Prover.Key?.Kind ?? "lost";

    /// <summary>
    /// The server has no key of this host: the host enrolled before there were keys, or the server was restored to a time before it got the
    /// key.
    /// </summary>
    /// <param name="send">Sends the offer.</param>
    public async Task RegisterAsync(Func<ReadOnlyMemory<byte>, Task<ServerAnswer>> send)
    {
        if (Prover?.Key is not { } key || HostProver.Offer(key, HostKeys.Register, held.Now.HostId).Offer is not { } offer)
            return;
        var body = JsonSerializer.SerializeToUtf8Bytes(offer, AgentJson.Default.HostKeyOffer);
        var answer = await send(body);
        if (answer.Granted)
            log.Info($"The server has this host's key ({HostKeys.Shown(key.Kind)}) from now on; the secret alone proves nothing any more.");
        else
            log.Warn($"This host's key was not registered: {answer.Problem}");
    }

    /// <summary>
    /// For a host that enrolled before there were keys. A server that knows keys asks for it as soon as a call proves it.
    /// </summary>
    public void Make()
    {
        var (key, problem) = keys.Make();
        if (problem.Length > 0)
            log.Warn(key is null ? $"{problem} This host goes on without a key: its secret alone proves it." : problem);
        if (key is null)
            return;
        if (held.Keep(held.Now with { Key = key.Name }))
            Use(HostProver.With(key, held.Now.HostId));
        else
        {
            key.Dispose();
            keys.Remove(key.Name);
        }
    }

    /// <summary>The key of the host that this copy becomes: the same one when it asks again.</summary>
    public (IHostKey? Key, HostKeyOffer? Offer) PrepareNext()
    {
        var key = held.Now.NextKey is { } made ? keys.Open(made).Key : null;
        if (key is null)
        {
            (key, var problem) = keys.Make();
            if (key is null)
                log.Warn($"{problem} This host becomes a separate host without a key.");
            else if (!held.Keep(held.Now with { NextKey = key.Name }))
                return (null, null);
        }
        return key is null ? (null, null) : (key, HostProver.Offer(key, HostKeys.Adopt, held.Now.HostId).Offer);
    }

    /// <summary>Proves calls with another key from now on.</summary>
    public void Use(HostProver? prover)
    {
        var before = Prover;
        Prover = prover;
        before?.Dispose();
    }

    public void Dispose() => Prover?.Dispose();
}
