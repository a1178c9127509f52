using System.Collections.Concurrent;
using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using IwTune.Agent.Control;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Control;

/// <summary>A server as one host sees it, in place of the network: it knows one secret, or two while one is replaced.</summary>
internal sealed partial class SecretsServer(Identity enrolled)
{
    private readonly TaskCompletionSource<string> _never = new();
    private string? _next;
    private string? _adopted;
    private int _calls;

    /// <summary>The hash of the only secret that it accepts.</summary>
    public string Current { get; private set; } = RandomSecrets.HashOf(enrolled.Secret);

    /// <summary>The host that has it.</summary>
    public string Owner { get; private set; } = enrolled.HostId;

    /// <summary>What it requests with a check-in; a rotation only until one is done.</summary>
    public string Wants { get; set; } = "";

    /// <summary>An administrator made this machine a separate host.</summary>
    public bool Adopts { get; init; }

    /// <summary>The lines it has received, by number; a test reads them while the agent sends.</summary>
    public ConcurrentDictionary<long, ReportLine> Lines { get; } = [];

    /// <summary>The bodies of adoptions and rotations.</summary>
    public List<string> Told { get; } = [];

    /// <summary>The public keys it received; it asks for a key that it does not have.</summary>
    public List<HostKeyOffer> Keys { get; } = [];

    /// <summary>True for a server that supports keys.</summary>
    public bool WantsKeys { get; init; }

    /// <summary>The calls that were answered 401.</summary>
    public int Refused { get; private set; }

    /// <summary>
    /// The call at which the agent is killed, counted from 0 over check-ins, rotations and adoptions, and whether the server had handled
    /// that call.
    /// </summary>
    public (int Call, bool Done)? Kill { get; set; }

    /// <summary>Called when the agent is killed, and when a check-in is held open: nothing is left to do.</summary>
    public Action Ended { get; set; } = () => { };

    /// <summary>Whether a host with this secret is accepted.</summary>
    public bool Takes(string secret) => RandomSecrets.HashOf(secret) is var hash && (hash == Current || hash == _next);

    /// <summary>Restores a backup from the time when the host enrolled.</summary>
    public void PutBack()
    {
        (Current, _next, Wants) = (RandomSecrets.HashOf(enrolled.Secret), null, AgentWants.Rotate);
        Lines.Clear();
    }

    /// <summary>The agent's connection to it.</summary>
    public HttpMessageHandler Wire(HttpMessageHandler network)
    {
        network.Dispose();
        _calls = 0;
        return new Handler(this);
    }

    private long Durable
    {
        get
        {
            var durable = 0L;
            while (Lines.ContainsKey(durable + 1))
                durable++;
            return durable;
        }
    }

    private async Task<HttpResponseMessage> AnswerAsync(HttpRequestMessage request, CancellationToken ct)
    {
        var path = request.RequestUri!.AbsolutePath;
        var body = request.Content is null ? "" : await request.Content.ReadAsStringAsync(ct);
        if (path == AgentPaths.Reports)
            return Ingest(request, body);
        var call = _calls++;
        if (Kill == (call, false))
            await KilledAsync(ct);
        var answer = path switch
        {
            AgentPaths.CheckIn => CheckIn(request),
            AgentPaths.Rotate => Rotate(request, body),
            AgentPaths.Key => Register(request, body),
            AgentPaths.Adopt => Adopt(request, body),
            _ => new HttpResponseMessage(HttpStatusCode.NotFound),
        };
        if (Kill == (call, true))
            await KilledAsync(ct);
        if (
            path == AgentPaths.CheckIn
            && answer is { IsSuccessStatusCode: true }
            && Wants.Length == 0
            && !(WantsKeys && Keys.Count == 0)
            && request.RequestUri.Query.EndsWith("=55", StringComparison.Ordinal)
        )
        {
            Ended();
            await _never.Task.WaitAsync(ct);
        }
        return answer;
    }

    private HttpResponseMessage CheckIn(HttpRequestMessage request)
    {
        if (!Knows(request, out var hash))
            return Nobody();
        if (Adopts && Owner == enrolled.HostId)
            return Problem(
                HttpStatusCode.Forbidden,
                new FleetProblem("It is a host of its own now.", 403, Membership: new MembershipNotice(MembershipState.Adopted))
            );
        if (hash == _next)
            (Current, _next, Wants) = (hash, null, Wants.Replace(AgentWants.Rotate, "", StringComparison.Ordinal));
        var answer = new HttpResponseMessage(HttpStatusCode.NoContent);
        if (Wants.StartsWith(AgentWants.ReportsAfter, StringComparison.Ordinal) && Durable > 0)
            Wants = "";
        if (WantsKeys && Keys.Count == 0 && request.Headers.Contains(AgentPaths.ProofHeader))
            answer.Headers.Add(AgentPaths.WantsHeader, AgentWants.Key);
        if (Wants.Length > 0)
            answer.Headers.Add(AgentPaths.WantsHeader, Wants);
        return answer;
    }

    private HttpResponseMessage Rotate(HttpRequestMessage request, string body)
    {
        if (!Knows(request, out _))
            return Nobody();
        Told.Add(body);
        _next = JsonSerializer.Deserialize(body, WireJson.Default.RotateRequest)!.SecretHash;
        return new HttpResponseMessage(HttpStatusCode.NoContent);
    }

    private HttpResponseMessage Register(HttpRequestMessage request, string body)
    {
        if (!Knows(request, out _))
            return Nobody();
        Keys.Add(JsonSerializer.Deserialize(body, WireJson.Default.HostKeyOffer)!);
        return new HttpResponseMessage(HttpStatusCode.NoContent);
    }

    private HttpResponseMessage Adopt(HttpRequestMessage request, string body)
    {
        if (!Knows(request, out _))
            return Nobody();
        Told.Add(body);
        _adopted = JsonSerializer.Deserialize(body, WireJson.Default.AdoptRequest)!.SecretHash;
        return new HttpResponseMessage(HttpStatusCode.OK)
        {
            Content = new StringContent(
                JsonSerializer.Serialize(
                    new EnrolReply(
                        "host-2",
                        "",
                        enrolled.SigningKeys,
                        enrolled.Schedule,
                        new Dictionary<string, string> { ["copy"] = "yes" }
                    ),
                    WireJson.Default.EnrolReply
                )
            ),
        };
    }

    private HttpResponseMessage Ingest(HttpRequestMessage request, string body)
    {
        if (!Knows(request, out _))
            return Nobody();
        foreach (var line in body.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            var report = JsonSerializer.Deserialize(line, WireJson.Default.ReportLine)!;
            Lines.TryAdd(report.Number, report);
        }
        return new HttpResponseMessage(HttpStatusCode.OK)
        {
            Content = new StringContent(JsonSerializer.Serialize(new ReportsReply(Durable), WireJson.Default.ReportsReply)),
        };
    }

    private bool Knows(HttpRequestMessage request, out string hash)
    {
        var (id, secret) = Credential().Match(request.Headers.Authorization!.Parameter!) is { Success: true } match
            ? (match.Groups[1].Value, match.Groups[2].Value)
            : ("", "");
        hash = RandomSecrets.HashOf(secret);
        if (id == "host-2" && hash == _adopted)
            (Owner, Current) = (id, hash);
        var known = id == Owner && (hash == Current || hash == _next);
        Refused += known ? 0 : 1;
        return known;
    }

    private async Task KilledAsync(CancellationToken ct)
    {
        Ended();
        await _never.Task.WaitAsync(ct);
    }

    private static HttpResponseMessage Nobody() => Problem(HttpStatusCode.Unauthorized, new FleetProblem("The host is not known.", 401));

    private static HttpResponseMessage Problem(HttpStatusCode status, FleetProblem problem) =>
        new(status)
        {
            Content = new StringContent(
                JsonSerializer.Serialize(problem, WireJson.Default.FleetProblem),
                Encoding.UTF8,
                "application/problem+json"
            ),
        };

    [GeneratedRegex(@"^([^.]+)\.(.+)$")]
    private static partial Regex Credential();

    private sealed class Handler(SecretsServer server) : HttpMessageHandler
    {
        protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) =>
            server.AnswerAsync(request, cancellationToken);
    }
}
