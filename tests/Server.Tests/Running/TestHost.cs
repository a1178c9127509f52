using System.Net;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Tests.Running;

/// <summary>A host as the server sees it: the wire protocol without an agent.</summary>
internal sealed class TestHost(HttpClient client, EnrolReply reply, HostFacts facts)
{
    private long number;

    public HttpClient Client => client;

    public EnrolReply Reply => reply;

    public string Id => reply.HostId;

    public HostFacts Facts => facts;

    public string Credential => $"{reply.HostId}.{reply.HostSecret}";

    public HeldBundle? Held { get; set; }

    public long Counter { get; set; }

    public static HostFacts FactsOf(string name, string machine = "") =>
        new()
        {
            HostName = name,
            Os = "linux",
            OsName = "Debian GNU/Linux 12 (bookworm)",
            Kernel = "6.1.0-18-amd64",
            BootId = "boot-a",
            MachineId = machine,
            AgentVersion = "0.1.0",
        };

    public static HostFacts WindowsFactsOf(
        string name,
        string osName = "Windows Server 2022 Datacenter (21H2)",
        string kernel = "10.0.20348.2113"
    ) =>
        FactsOf(name) with
        {
            Os = "windows",
            OsName = osName,
            Kernel = kernel,
            CongestionControl = "cubic",
            Settings = new Dictionary<string, string>(StringComparer.Ordinal)
            {
                ["tcp.default_template"] = "Automatic",
                ["tcp.automatic_use_custom"] = "false",
                ["tcp.pacing_profile"] = "off",
                ["tcp.receive_autotuning"] = "normal",
            },
        };

    public static Task<TestHost> EnrolAsync(RunningServer server, string token, string name, string machine = "") =>
        EnrolAsync(server, token, FactsOf(name, machine));

    public static async Task<TestHost> EnrolAsync(RunningServer server, string token, HostFacts facts, TestHost? former = null)
    {
        using var answer = await server
            .Client()
            .PostAsJsonAsync(AgentPaths.Enrol, new EnrolRequest(token, facts, former?.Credential), WireJson.Default.EnrolRequest);
        answer.EnsureSuccessStatusCode();
        var reply = (await answer.Content.ReadFromJsonAsync(WireJson.Default.EnrolReply))!;
        return new(server.Client($"{AgentPaths.HostScheme} {reply.HostId}.{reply.HostSecret}"), reply, facts);
    }

    /// <summary>The same host at a server that was restarted on the same data.</summary>
    public TestHost At(RunningServer server) =>
        new(server.Client(client.DefaultRequestHeaders.Authorization!.ToString()), reply, facts)
        {
            Held = Held,
            Counter = Counter,
            Reported = Reported,
            Trust = Trust,
            Keys = Keys,
            number = number,
        };

    /// <summary>The same host, whose calls go through a proxy.</summary>
    public TestHost By(RunningServer server, Uri proxy) =>
        new(server.Client(client.DefaultRequestHeaders.Authorization!.ToString(), proxy), reply, facts)
        {
            Held = Held,
            Counter = Counter,
            Reported = Reported,
            Trust = Trust,
            Keys = Keys,
            number = number,
        };

    /// <summary>Floor of the next check-ins.</summary>
    public long? Floor { get; set; }

    /// <summary>The announcement of keys that the agent acts on; <see langword="null"/> for an agent that knows none.</summary>
    public long? Trust { get; set; }

    /// <summary>The signing keys it trusts.</summary>
    public IReadOnlyList<SigningKey> Keys { get; set; } = reply.SigningKeys;

    /// <summary>What the agent believes it reported, sent with the next check-ins.</summary>
    public long? Reported { get; set; }

    public Task<HttpResponseMessage> CheckInAsync(
        int wait = 0,
        string boot = "boot-a",
        long? counter = null,
        string? rejected = null,
        string hash = "h",
        string? nonce = null,
        RestoredBundle? restored = null
    ) =>
        client.PostAsync(
            $"{AgentPaths.CheckIn}?wait={wait}",
            new StringContent(
                JsonSerializer.Serialize(
                    new CheckInRequest(Held, hash, boot, counter ?? ++Counter, rejected, Floor, Reported, nonce, Trust, restored),
                    WireJson.Default.CheckInRequest
                ),
                Encoding.UTF8,
                "application/json"
            )
        );

    /// <summary>Another run of an agent with this host's identity: the same host started again, or a copy of it.</summary>
    public TestHost Run(RunningServer server, string run, string? secret = null)
    {
        var other = server.Client($"{AgentPaths.HostScheme} {reply.HostId}.{secret ?? reply.HostSecret}");
        other.DefaultRequestHeaders.Add(AgentPaths.RunHeader, run);
        return new(other, reply, facts)
        {
            Held = Held,
            Counter = Counter,
            Reported = Reported,
            Trust = Trust,
            Keys = Keys,
            number = number,
        };
    }

    public Task<HttpResponseMessage> RotateAsync(string secret) =>
        client.PostAsJsonAsync(
            AgentPaths.Rotate,
            new RotateRequest(IwTune.Server.Features.Tokens.Secret.HashOf(secret)),
            WireJson.Default.RotateRequest
        );

    /// <summary>Checks in, verifies the answer as an agent does, and keeps the bundle from then on.</summary>
    /// <returns>The bundle; <see langword="null"/> when there is nothing new.</returns>
    public async Task<Bundle?> TakeAsync(int wait = 0)
    {
        using var answer = await CheckInAsync(wait);
        return await OpenAsync(answer);
    }

    public async Task<Bundle?> OpenAsync(HttpResponseMessage answer)
    {
        if (answer.StatusCode == HttpStatusCode.NoContent)
            return null;
        answer.EnsureSuccessStatusCode();
        var envelope = (await answer.Content.ReadFromJsonAsync(WireJson.Default.Envelope))!;
        var check = EnvelopeVerifier.Verify(envelope, Envelope.BundleType, Keys);
        Assert.True(check is EnvelopeCheck.Genuine, (check as EnvelopeCheck.Rejected)?.Reason);
        var genuine = (EnvelopeCheck.Genuine)check;
        var bundle = JsonSerializer.Deserialize(genuine.Payload.Span, WireJson.Default.Bundle)!;
        Assert.True(Held is null || bundle.Sequence >= Held.Sequence, "a bundle never goes back");
        Held = new(bundle.Sequence, BundleDigest.Of(bundle.Content), bundle.Expires);
        Assert.Equal(reply.HostId, bundle.Host);
        if (bundle.Trust is { } trust)
            (Trust, Keys) = (trust.Number, trust.SigningKeys);
        return bundle;
    }

    public ReportLine Line(HostEvent happened, long? as_ = null) =>
        new()
        {
            Number = as_ ?? ++number,
            At = DateTimeOffset.UnixEpoch,
            Event = happened,
        };

    public ReportLine Line(HostState state) =>
        new()
        {
            Number = ++number,
            At = DateTimeOffset.UnixEpoch,
            State = state,
        };

    public ReportLine Line(Evidence evidence) =>
        new()
        {
            Number = ++number,
            At = DateTimeOffset.UnixEpoch,
            Evidence = evidence,
        };

    /// <summary>A state in which the held bundle's window is set.</summary>
    public HostState State(int wanted, int configured, string hash = "h") =>
        new()
        {
            Held = Held,
            Policy = "edge",
            Revision = 1,
            Phase = BundlePhase.Applied,
            StateHash = hash,
            Targets =
            [
                new()
                {
                    Id = "ipv4 main default via 192.0.2.1 dev eth0",
                    Scope = "default",
                    Owner = "static",
                    Strategy = "in-place",
                    Configured = new Window(configured, null),
                    Wanted = new Window(wanted, null),
                    Managed = true,
                },
            ],
        };

    public Task<HttpResponseMessage> ReportAsync(params ReportLine[] lines) =>
        ReportTextAsync(string.Join('\n', lines.Select(line => JsonSerializer.Serialize(line, WireJson.Default.ReportLine))) + "\n");

    public Task<HttpResponseMessage> ReportTextAsync(string body) =>
        client.PostAsync(AgentPaths.Reports, new StringContent(body, Encoding.UTF8, "application/x-ndjson"));

    public async Task<long> DurableAsync(params ReportLine[] lines)
    {
        using var answer = await ReportAsync(lines);
        answer.EnsureSuccessStatusCode();
        return (await answer.Content.ReadFromJsonAsync(WireJson.Default.ReportsReply))!.Durable;
    }
}
