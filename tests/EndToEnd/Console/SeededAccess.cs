using System.Net.Http.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.EndToEnd.Console;

/// <summary>
/// The objects that an administrator manages: people and tokens, hosts that wait, a copied machine, webhooks with failed deliveries, legal
/// holds, compliance runs.
/// </summary>
internal sealed class SeededAccess
{
    public const string LongHost = "virtual-machine-with-a-very-long-name-in-the-second-cluster-042",
        LongPolicy = "windows-of-a-content-delivery-network-in-the-second-datacenter",
        LongUser = "a.person.with.a.long.name@a-department-with-a-long-name.example";

    private readonly HttpClient http;
    private readonly ConsoleServer server;

    private SeededAccess(ConsoleServer server)
    {
        (this.server, http) = (server, server.Http);
        Token = server.Token("--kind", "api", "--role", "admin", "--name", "seed");
    }

    /// <summary>Of an administrator.</summary>
    public string Token { get; }

    /// <summary>The password of grace, who reads everything and changes nothing.</summary>
    public string AuditorPassword { get; private set; } = "";

    /// <summary>A webhook whose receiver is gone.</summary>
    public string Webhook { get; private set; } = "";

    /// <summary>An active legal hold.</summary>
    public string LegalHold { get; private set; } = "";

    /// <summary>A token that may be replaced.</summary>
    public string ApiToken { get; private set; } = "";

    /// <summary>A host that waits to be approved.</summary>
    public string Waiting { get; private set; } = "";

    /// <summary>The case of a copied machine.</summary>
    public string Copied { get; private set; } = "";

    /// <summary>Compliance runs, the earlier one first; the later one is attested and shared.</summary>
    public (string Earlier, string Later) Runs { get; private set; }

    /// <summary>A schedule of compliance runs.</summary>
    public string RunSchedule { get; private set; } = "";

    /// <param name="server">Started with a webhook network that contains the receiver's address.</param>
    /// <param name="receiver">Where webhooks are sent.</param>
    public static async Task<SeededAccess> MakeAsync(ConsoleServer server, DecliningReceiver receiver)
    {
        var seeded = new SeededAccess(server);
        await seeded.HooksAsync(receiver);
        await seeded.PeopleAsync();
        await seeded.TokensAsync();
        await seeded.WaitAsync();
        await seeded.CopyAsync();
        await seeded.LongNamesAsync(receiver);
        await seeded.KeepAsync();
        await seeded.ExportAsync();
        await Until.TrueAsync(
            async () =>
                (await seeded.GetAsync(FleetPaths.Webhooks, WebhookJson.Default.IReadOnlyListWebhookSummary)).Any(hook => hook.Dead > 0),
            () => "no delivery is given up"
        );
        return seeded;
    }

    private async Task HooksAsync(DecliningReceiver receiver)
    {
        await HookAsync(
            new()
            {
                Name = "chat of the operators",
                Address = receiver.Address + "/taken",
                Kinds = [WebhookKinds.Rollout, WebhookKinds.Security],
                Format = WebhookFormat.Slack,
            }
        );
        Webhook = await HookAsync(
            new()
            {
                Name = "tickets",
                Address = receiver.Address + "/hooks/0f3a9c",
                Kinds = [WebhookKinds.Security, WebhookKinds.Host],
                Selector = "",
            }
        );
    }

    private async Task<string> HookAsync(WebhookRequest request) =>
        (await PostAsync(FleetPaths.Webhooks, request, WebhookJson.Default.WebhookRequest, WebhookJson.Default.CreatedWebhook)).Webhook.Id;

    private async Task PeopleAsync()
    {
        AuditorPassword = await AddAsync("grace", new AccessGrant(Role.Approver), new AccessGrant(Role.Auditor));
        server.OwnPasswords();
        await AddAsync("linus", new AccessGrant(Role.Operator, "site:fra role:web"), new AccessGrant(Role.Viewer));
        await AddAsync("mallory@example.org", new AccessGrant(Role.Viewer));
        await PostAsync(
            FleetPaths.UserLock("mallory@example.org"),
            new("left the company; INC-2210"),
            AdministrationJson.Default.ReasonRequest,
            AccessJson.Default.UserSummary
        );
    }

    private async Task<string> AddAsync(string name, params AccessGrant[] grants) =>
        (
            await PostAsync(
                FleetPaths.Users,
                new CreateUserRequest(name, grants),
                AccessJson.Default.CreateUserRequest,
                AccessJson.Default.CreatedUser
            )
        ).Password;

    private async Task TokensAsync()
    {
        ApiToken = await TokenAsync(
            new()
            {
                Kind = TokenKind.Api,
                Name = "ansible of the edge team",
                Grants = [new(Role.Operator, "role:web")],
                LifeSeconds = 30 * 86_400,
            }
        );
        var replaced = await TokenAsync(
            new()
            {
                Kind = TokenKind.Api,
                Name = "grafana",
                Grants = [new(Role.Viewer)],
                LifeSeconds = 90 * 86_400,
            }
        );
        await PostAsync(FleetPaths.TokenRotate(replaced), new(), AccessJson.Default.RotateTokenRequest, AccessJson.Default.CreatedToken);
        var revoked = await TokenAsync(
            new()
            {
                Kind = TokenKind.Api,
                Name = "an old script",
                Grants = [new(Role.Viewer)],
            }
        );
        using var answer = await SendAsync(HttpMethod.Delete, FleetPaths.Token(revoked), null);
    }

    private async Task<string> TokenAsync(CreateTokenRequest request) =>
        (await PostAsync(FleetPaths.Tokens, request, AccessJson.Default.CreateTokenRequest, AccessJson.Default.CreatedToken)).Summary.Id;

    private async Task WaitAsync()
    {
        var token = server.Token("--approve", "--labels", "role=web,site=fra", "--name", "rack-7", "--uses", "5");
        var waits = await server.EnrolAsync(token, SeededFleet.Facts("fra-web-101", 1));
        await server.EnrolAsync(token, SeededFleet.Facts("fra-web-102", 2));
        Waiting = waits.HostId;
    }

    // Two agents with one secret, in turns: the server distinguishes them by their run ids.
    private async Task CopyAsync()
    {
        var facts = SeededFleet.Facts("nyc-sql-101", 1);
        var host = await server.EnrolAsync(server.Token("--labels", "role=sql,site=nyc"), facts);
        for (var number = 1; number <= 3; number++)
            await server.CheckInAsync(host, new(null, "sha256:none", facts.BootId, number), "run-a");
        for (var number = 1; number <= 3; number++)
            await server.CheckInAsync(host, new(null, "sha256:none", "5c1d3b0a-copy", 64 + number), "run-b");
        for (var number = 4; number <= 6; number++)
            await server.CheckInAsync(host, new(null, "sha256:none", facts.BootId, number), "run-a");
        Copied = (await GetAsync(FleetPaths.Clones, EnrolmentJson.Default.ClonePage)).Cases.Single().Id;
    }

    /// <summary>Names that are as long as names may be, of everything that a table lists.</summary>
    private async Task LongNamesAsync(DecliningReceiver receiver)
    {
        const string labels = "role=web,site=frankfurt-am-main-second-datacenter,team=platform-engineering-and-operations,tier=gold",
            selector = "site:frankfurt-am-main-second-datacenter team:platform-engineering-and-operations";
        await server.EnrolAsync(
            server.Token("--labels", labels, "--name", "machines of the platform team"),
            SeededFleet.Facts(LongHost, 1)
        );
        await server.EnrolAsync(
            server.Token("--approve", "--labels", labels, "--name", "machines of the platform team that wait"),
            SeededFleet.Facts(LongHost[..^1] + "3", 2)
        );
        var document = $"policy: {LongPolicy}\nwindow: {{ initcwnd: 10 }}\nscopes:\n  - default\n";
        await server.PublishAsync(
            Token,
            new(document, "CHG-1060: ten segments, as the measurements of the platform team recommend", selector)
        );
        await server.ExceptAsync(
            Token,
            new()
            {
                Host = LongHost,
                Reason = "moves to new hardware",
                Ticket = "CHANGE-2026-11-000001234567890",
                Endless = true,
            }
        );
        await server.ExceptAsync(
            Token,
            new()
            {
                Selector = selector,
                Reason = "moves to new hardware",
                Endless = true,
            }
        );
        await server.HoldAsync(Token, new(LongHost, Reason: "CHG-1061: no changes while the platform team moves its machines"));
        await AddAsync(LongUser, new AccessGrant(Role.Operator, selector));
        await TokenAsync(
            new()
            {
                Kind = TokenKind.Api,
                Name = "the pipeline of the platform team that publishes its policies",
                Grants = [new(Role.Operator, selector)],
            }
        );
        await HookAsync(
            new()
            {
                Name = "the chat of the platform team, for everything about rollouts",
                Address = receiver.Address + "/services/T00000000/B00000000/a-long-path-of-a-receiver",
                Kinds = [WebhookKinds.Rollout, WebhookKinds.Security, WebhookKinds.Host],
                Selector = selector,
            }
        );
    }

    private async Task KeepAsync()
    {
        var hold = await PostAsync(
            FleetPaths.LegalHolds,
            new LegalHoldRequest("case 2026-118", "site:fra", DateTimeOffset.UnixEpoch.AddYears(56), "discovery of the outage at the edge"),
            RetentionJson.Default.LegalHoldRequest,
            RetentionJson.Default.LegalHold
        );
        LegalHold = hold.Id;
        var over = await PostAsync(
            FleetPaths.LegalHolds,
            new LegalHoldRequest(
                "audit of spring",
                "role:sql",
                DateTimeOffset.UnixEpoch.AddYears(56),
                "external audit",
                DateTimeOffset.UnixEpoch.AddYears(56).AddMonths(6)
            ),
            RetentionJson.Default.LegalHoldRequest,
            RetentionJson.Default.LegalHold
        );
        using var answer = await SendAsync(HttpMethod.Delete, FleetPaths.LegalHold(over.Id) + "?reason=the+audit+is+over", null);
    }

    private async Task ExportAsync()
    {
        RunSchedule = (
            await PostAsync(
                RunPaths.Schedules,
                new ScheduleRequest(
                    "monthly",
                    "agreed with the auditors",
                    "0 6 1 * *",
                    "Europe/Berlin",
                    AfterRollouts: true,
                    Formats: ["pdf", "xlsx"]
                ),
                ComplianceJson.Default.ScheduleRequest,
                ComplianceJson.Default.RunSchedule
            )
        ).Id;
        var earlier = await RunAsync("audit of the second quarter");
        var later = await RunAsync("audit of the third quarter");
        await PostAsync(
            RunPaths.RunAttestations(later),
            new AttestRequest("I reviewed this export; the exceptions are justified."),
            ComplianceJson.Default.AttestRequest,
            ComplianceJson.Default.ComplianceRun
        );
        await PostAsync(
            RunPaths.RunLinks(later),
            new ReaderLinkRequest("for the external auditor", 14),
            ComplianceJson.Default.ReaderLinkRequest,
            ComplianceJson.Default.CreatedReaderLink
        );
        Runs = (earlier, later);
    }

    private async Task<string> RunAsync(string reason)
    {
        var run = await PostAsync(
            RunPaths.Runs,
            new RunRequest(reason, Formats: ["html", "xlsx"]),
            ComplianceJson.Default.RunRequest,
            ComplianceJson.Default.ComplianceRun
        );
        await Until.TrueAsync(
            async () => (await GetAsync(RunPaths.Run(run.Id), ComplianceJson.Default.ComplianceRun)).State == RunState.Kept,
            () => "the compliance run is not kept"
        );
        return run.Id;
    }

    private async Task<T> GetAsync<T>(string path, JsonTypeInfo<T> type)
    {
        using var answer = await SendAsync(HttpMethod.Get, path, null);
        return (await answer.Content.ReadFromJsonAsync(type))!;
    }

    private async Task<T> PostAsync<TBody, T>(string path, TBody body, JsonTypeInfo<TBody> bodyType, JsonTypeInfo<T> type)
    {
        using var answer = await SendAsync(HttpMethod.Post, path, JsonContent.Create(body, bodyType));
        return (await answer.Content.ReadFromJsonAsync(type))!;
    }

    private async Task<HttpResponseMessage> SendAsync(HttpMethod method, string path, HttpContent? body)
    {
        using var message = new HttpRequestMessage(method, path) { Content = body };
        message.Headers.Authorization = new("Bearer", Token);
        var answer = await http.SendAsync(message);
        return answer.IsSuccessStatusCode
            ? answer
            : throw new LabException($"{method} {path}: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
    }
}
