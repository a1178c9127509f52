using System.Text.Json;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>The key that this host proves with its calls. As with a secret, every step is on disk before the server hears of it.</summary>
public sealed partial class Membership
{
    private string KeyShown => _prover is null ? HostKeys.None : _prover.Key?.Kind ?? "lost";

    /// <summary>The server has no key of this host: it joined before there were keys, or the server was put back to before it got it.</summary>
    private async Task RegisterKeyAsync(CancellationToken ct)
    {
        if (_prover?.Key is not { } key || HostProver.Offer(key, HostKeys.Register, Identity.HostId).Offer is not { } offer)
            return;
        var body = JsonSerializer.SerializeToUtf8Bytes(offer, WireJson.Default.HostKeyOffer);
        var answer = await _connection.SendAsync(HttpMethod.Post, AgentPaths.Key, body, "application/json", ReportLimit, ct);
        if (answer.Granted)
            _log.Info($"The server has this host's key ({HostKeys.Shown(key.Kind)}) from now on; the secret alone proves nothing any more.");
        else
            _log.Warn($"This host's key was not registered: {answer.Problem}");
    }

    /// <summary>For a host that joined before there were keys. A server that knows keys asks for it as soon as a call proves it.</summary>
    private void MakeKey()
    {
        var (key, problem) = _keys.Make();
        if (problem.Length > 0)
            _log.Warn(key is null ? $"{problem} This host goes on without a key: its secret alone proves it." : problem);
        if (key is null)
            return;
        if (_held.Keep(Identity with { Key = key.Name }))
            Prove(HostProver.With(key, Identity.HostId));
        else
        {
            key.Dispose();
            _keys.Remove(key.Name);
        }
    }

    /// <summary>The key of the host that this copy becomes: the same one when it asks again.</summary>
    private (IHostKey? Key, HostKeyOffer? Offer) PrepareNextKey()
    {
        var key = Identity.NextKey is { } made ? _keys.Open(made).Key : null;
        if (key is null)
        {
            (key, var problem) = _keys.Make();
            if (key is null)
                _log.Warn($"{problem} This host becomes one of its own without a key.");
            else if (!_held.Keep(Identity with { NextKey = key.Name }))
                return (null, null);
        }
        return key is null ? (null, null) : (key, HostProver.Offer(key, HostKeys.Adopt, Identity.HostId).Offer);
    }

    private void Prove(HostProver? prover)
    {
        var before = _prover;
        _connection.Prover = _prover = prover;
        before?.Dispose();
    }
}
