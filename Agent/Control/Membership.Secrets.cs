using System.Globalization;
using System.Text.Json;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Local;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>
/// How a host proves itself over the years: its secret is replaced when the server asks, and a copy of a host becomes a separate host.
/// </summary>
public sealed partial class Membership
{
    private string _run = RandomSecrets.Short();

    /// <summary>For the daemon's status.</summary>
    public ServerStatus Status =>
        new(
            Identity.Server.ToString(),
            Identity.HostId,
            CheckIns.LastContact,
            CheckIns.Problem,
            CheckIns.Standing?.State.ToString() ?? (CheckIns is { LastContact: not null, Problem: "" } ? "Member" : null),
            CheckIns.Standing?.Since,
            CheckIns.Standing?.Until,
            CheckIns.NextAttempt,
            _proof.Shown
        );

    /// <summary>
    /// Calls. When the server does not know the secret in use, it tries the others that this host has: the server may have been restored
    /// from an older state.
    /// </summary>
    private async Task<ServerAnswer> WithASecretAsync(Func<Task<ServerAnswer>> call)
    {
        var answer = await call();
        if (answer.Status != 401 || answer.ProofError.Length > 0)
            return answer;
        var used = Identity;
        foreach (var other in (string[])[.. used.NextSecret is { } next ? new[] { next } : [], .. used.FormerSecrets])
        {
            var tried = used with
            {
                Secret = other,
                NextSecret = null,
                FormerSecrets = HeldIdentity.Former(used.Secret, [.. used.FormerSecrets.Where(former => former != other)]),
            };
            _connection.Credential = Authorization(tried);
            var second = await call();
            if (second.Granted && _held.Keep(tried))
            {
                _log.Info(
                    "The server knows an earlier secret of this host and not the latest: it was restored from a backup. The earlier one "
                        + "is used again."
                );
                return second;
            }
        }
        _connection.Credential = Authorization(used);
        return answer;
    }

    /// <summary>Takes what the server sent beside its answer.</summary>
    private async Task HearAsync(ServerAnswer answer, CancellationToken ct)
    {
        if (answer.Membership is { State: MembershipState.Adopted })
            await BecomeAnotherAsync(ct);
        foreach (var want in answer.Wants.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            if (want == AgentWants.Rotate)
                await ReplaceSecretAsync(ct);
            else if (want == AgentWants.Key)
                await _proof.RegisterAsync(offer =>
                    _connection.SendAsync(HttpMethod.Post, AgentPaths.Key, offer, "application/json", ReportLimit, ct)
                );
            else if (want == AgentWants.NewRun)
                _connection.Run = _run = RandomSecrets.Short();
            else if (
                want.StartsWith(AgentWants.ReportsAfter, StringComparison.Ordinal)
                && long.TryParse(
                    want.AsSpan(AgentWants.ReportsAfter.Length),
                    NumberStyles.None,
                    CultureInfo.InvariantCulture,
                    out var durable
                )
            )
                Reporter.Again(durable, _facts.Read());
        }
    }

    private async Task ReplaceSecretAsync(CancellationToken ct)
    {
        if (_held.PrepareNextSecret() is not { } next)
            return;
        var body = JsonSerializer.SerializeToUtf8Bytes(new RotateRequest(RandomSecrets.HashOf(next)), AgentJson.Default.RotateRequest);
        var answer = await _connection.SendAsync(HttpMethod.Post, AgentPaths.Rotate, body, "application/json", ReportLimit, ct);
        // Without an answer the server may have it or not: the old one is good either way, and the next try sends the same one again.
        if (
            answer.Granted
            && _held.Keep(
                Identity with
                {
                    Secret = next,
                    NextSecret = null,
                    FormerSecrets = HeldIdentity.Former(Identity.Secret, Identity.FormerSecrets),
                }
            )
        )
            _log.Info("This host has a new secret, as the server asked.");
        else if (!answer.Granted)
            _log.Warn($"The new secret was not taken: {answer.Problem} The one in use stays.");
    }

    /// <summary>This machine is a copy of another host, and an administrator allows it to become a separate host.</summary>
    private async Task BecomeAnotherAsync(CancellationToken ct)
    {
        if (_held.PrepareNextSecret() is not { } next)
            return;
        var (key, offer) = _proof.PrepareNext();
        var body = JsonSerializer.SerializeToUtf8Bytes(
            new AdoptRequest(RandomSecrets.HashOf(next), _facts.Read(), offer),
            AgentJson.Default.AdoptRequest
        );
        var answer = await _connection.SendAsync(HttpMethod.Post, AgentPaths.Adopt, body, "application/json", ReportLimit, ct);
        if (
            answer.Granted
            && answer.Read(AgentJson.Default.EnrolReply) is { } reply
            && _held.Keep(
                Identity with
                {
                    HostId = reply.HostId,
                    Secret = next,
                    NextSecret = null,
                    Key = key?.Name,
                    NextKey = null,
                    FormerSecrets = [],
                    SigningKeys = reply.SigningKeys,
                    Labels = reply.Labels,
                    Enrolled = _clock.GetUtcNow(),
                }
            )
        )
        {
            _proof.Use(key is null ? null : HostProver.With(key, reply.HostId));
            _connection.Prover = _proof.Prover;
            _log.Info($"This host was a copy of another, and is host {reply.HostId} from now on.");
        }
        else
        {
            key?.Dispose();
            _log.Warn($"This host could not become a separate host yet: {answer.Problem}");
        }
    }
}
