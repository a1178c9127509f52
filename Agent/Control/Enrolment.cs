using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Control;

/// <summary>How a host enrols: fetch the CA over any TLS, compare it with the pin, and only then send the token.</summary>
/// <param name="clock">Stamps the identity.</param>
public sealed class Enrolment(TimeProvider clock)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(20);

    /// <summary>A server that a whole rack asks at once delays hosts; a person does not wait longer than this.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(10);

    /// <summary>Called with a sentence when the server asks the host to come back later.</summary>
    public Action<string> Say { get; init; } = _ => { };

    /// <summary>Makes the key of this host; <see langword="null"/> to enrol without one.</summary>
    public IHostKeys? Keys { get; init; }

    /// <summary>Enrols the host.</summary>
    /// <param name="server">The server.</param>
    /// <param name="token">The enrolment token.</param>
    /// <param name="pin">Of the server's CA.</param>
    /// <param name="facts">What this host is.</param>
    /// <param name="former">
    /// The former identity of this host; its secret is sent where the same CA's fleet gave it, as proof that this is the same host.
    /// </param>
    /// <param name="ct">Stops it.</param>
    /// <returns>The identity, or a sentence that says why not and what to do.</returns>
    public async Task<(Identity? Identity, string Problem)> JoinAsync(
        Uri server,
        string token,
        CaPin pin,
        HostFacts facts,
        Identity? former,
        CancellationToken ct
    )
    {
        var (authority, pem, problem) = await FetchAuthorityAsync(server, pin, clock, ct);
        if (authority is null)
            return (null, problem);
        using (authority)
        {
            using var connection = new ServerConnection(server, authority.Accepts, credential: null, clock);
            using var key = MakeKey();
            var known = former?.Pin == pin.ToString() ? former : null;
            var request = new EnrolRequest(token, facts, known?.Credential, Offer(key, token), FormerProof(key, known, token));
            var body = JsonSerializer.SerializeToUtf8Bytes(request, AgentJson.Default.EnrolRequest);
            var busy = new BusyServer(clock, Patience, SayAsync);
            // 429 and 503 with a time to come back neither accept nor refuse the host.
            var answer = await busy.CallAsync(
                status => status is 429 or 503,
                () => connection.SendAsync(HttpMethod.Post, AgentPaths.Enrol, body, "application/json", Limit, ct),
                ct
            );
            if (!answer.Granted && key is not null)
                Keys?.Remove(key.Name);
            if (!answer.Granted)
                return (
                    null,
                    answer.Unreachable ? answer.Problem : $"The server refused to enrol this host: {answer.Problem} Nothing was changed."
                );
            return answer.Read(AgentJson.Default.EnrolReply) is { } reply
                ? (Member(server, pem, pin, reply) with { Key = request.Key is null ? null : key?.Name }, "")
                : (null, "The server's answer to the enrolment cannot be understood. Server and agent may be of different versions.");
        }
    }

    private IHostKey? MakeKey()
    {
        var (key, problem) = Keys?.Make() ?? (null, "");
        if (problem.Length > 0)
            Say(key is null ? $"{problem} This host enrols without a key: its secret alone proves it." : problem);
        return key;
    }

    private static HostKeyOffer? Offer(IHostKey? key, string token) =>
        key is null ? null : HostProver.Offer(key, HostKeys.Enrol, token).Offer;

    /// <summary>The secret of the previous membership proves nothing without its key.</summary>
    private string? FormerProof(IHostKey? key, Identity? former, string token)
    {
        if (former?.Key is not { } name || Keys?.Open(name).Key is not { } opened)
            return null;
        using (opened)
            return opened.Sign(HostKeys.Offer(HostKeys.Former, token, key?.PublicKey ?? "")).Signature is { } signature
                ? Convert.ToBase64String(signature)
                : null;
    }

    private Task SayAsync(string text)
    {
        Say(text);
        return Task.CompletedTask;
    }

    /// <summary>Fetches the CA certificate and checks it. Trusting any certificate for this one call is safe: the pin decides.</summary>
    public static async Task<(PinnedAuthority? Authority, string Pem, string Problem)> FetchAuthorityAsync(
        Uri server,
        CaPin pin,
        TimeProvider clock,
        CancellationToken ct
    )
    {
#pragma warning disable CA5359 // What comes back is public and is held against the pin before anything is sent.
        using var anybody = new ServerConnection(server, (_, _, _, _) => true, credential: null, clock);
#pragma warning restore CA5359
        var answer = await anybody.SendAsync(HttpMethod.Get, AgentPaths.Authority, default, "", Limit, ct);
        if (answer.Unreachable)
            return (null, "", answer.Problem);
        if (!answer.Granted)
            return (
                null,
                "",
                answer.Status is 429 or >= 500
                    ? $"{server.Authority} did not send its CA: {answer.Problem} Repeat the command later."
                    : $"{server.Authority} answered {answer.Status} when asked for its CA. Is this the address of an iwtune-server?"
            );
        var pem = Encoding.UTF8.GetString(answer.Body.Span);
        var (authority, problem) = PinnedAuthority.Read(pem, pin);
        return (authority, pem, problem);
    }

    private Identity Member(Uri server, string pem, CaPin pin, EnrolReply reply)
    {
        var identity = Plain(server, pem, pin, reply);
        try
        {
            return reply.Trust is { IsWhole: true } trust ? identity.With(trust) : identity;
        }
        catch (CryptographicException)
        {
            // A CA that is announced and cannot be read does not prevent enrolment: the pinned one is good, and the next bundle announces
            // again.
            return identity;
        }
    }

    private Identity Plain(Uri server, string pem, CaPin pin, EnrolReply reply) =>
        new()
        {
            Server = server,
            HostId = reply.HostId,
            Secret = reply.HostSecret,
            Authority = pem,
            Pin = pin.ToString(),
            SigningKeys = reply.SigningKeys,
            Schedule = reply.Schedule,
            Labels = reply.Labels,
            Enrolled = clock.GetUtcNow(),
            WaitsUntil = reply.WaitsUntil,
        };
}
