using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Checkpoints;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Logging;

namespace IwTune.Server.Tests.Input;

/// <summary>A server with a small fleet in use, and every kind of caller.</summary>
internal sealed class Besieged : IAsyncDisposable
{
    private const int Hosts = 6;

    private readonly LogRecorder _log = new();

    private Besieged(RunningServer server, ApiDescription api)
    {
        (Server, Api) = (server, api);
        server.Get<ILoggerFactory>().AddProvider(_log);
    }

    /// <summary>What the server's log has of a call that failed: the answer has no cause.</summary>
    public string Cause => $"{_log.Fault}";

    public RunningServer Server { get; }

    public ApiDescription Api { get; }

    public KnownValues Known { get; } = new();

    public IReadOnlyList<TestHost> Fleet { get; private set; } = [];

    public HttpClient Admin { get; private set; } = null!;

    /// <summary>A token of each role, over the whole fleet.</summary>
    public IReadOnlyList<(Role Role, HttpClient Client)> Tokens { get; private set; } = [];

    public static async Task<Besieged> StartAsync()
    {
        var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                PollLimit = TimeSpan.FromSeconds(1),
                Approvals = 1,
                EnrolmentsPerSecond = 10_000,
            }
        );
        var besieged = new Besieged(server, await ApiDescription.OfAsync(server));
        besieged.Tokens = [.. await Task.WhenAll(Enum.GetValues<Role>().Select(async role => (role, await server.ApiAsync(role))))];
        besieged.Admin = besieged.Tokens.Single(token => token.Role == Role.Admin).Client;
        var fleet = new List<TestHost>();
        for (var i = 0; i < Hosts; i++)
            fleet.Add(await server.EnrolAsync($"web-{i}", $"machine-{i}", ("site", i % 2 == 0 ? "fra" : "ams")));
        besieged.Fleet = fleet;
        await besieged.FurnishAsync();
        return besieged;
    }

    public HttpClient For(ApiOperation operation) =>
        operation.ByHost ? Fleet[0].Client
        : operation.ByToken ? Admin
        : Server.Client();

    /// <summary>What must hold whatever was sent: the server answers, is ready, and the audit log is intact.</summary>
    public async Task SoundAsync()
    {
        using var anyone = Server.Client();
        Assert.Equal(System.Net.HttpStatusCode.OK, (await anyone.GetAsync("/healthz")).StatusCode);
        Assert.Equal(System.Net.HttpStatusCode.OK, (await anyone.GetAsync("/readyz")).StatusCode);
        var verified = await Server.Database.SnapshotAsync(db => VerifyAudit.RunAsync(db, Server.Get<AuditKey>().Public));
        Assert.True(verified.Intact, verified.Text);
    }

    /// <summary>The position of the log: a refused caller has changed nothing.</summary>
    public async Task<long> EntriesAsync() => (await Server.Database.ReadAsync(AuditQueries.HeadAsync))!.Number;

    public async Task LearnAsync(string path, HttpResponseMessage answer)
    {
        if (!answer.IsSuccessStatusCode || answer.Content.Headers.ContentType?.MediaType != "application/json")
            return;
        using var document = JsonDocument.Parse(await answer.Content.ReadAsByteArrayAsync());
        Known.Learn(path, document.RootElement);
    }

    /// <summary>An address of an existing object, where there is one.</summary>
    public string Address(ApiOperation operation)
    {
        var address = operation.Path;
        foreach (
            var name in operation
                .Parameters.Where(parameter => parameter.GetProperty("in").GetString() == "path")
                .Select(parameter => parameter.GetProperty("name").GetString()!)
        )
        {
            var ids = Known.Of(KnownValues.Seed(KnownValues.Collection(operation.Path)));
            var value = name switch
            {
                "name" => "edge",
                "number" => "1",
                _ => ids.Count > 0 ? ids[0] : "0197f000-0000-7000-8000-000000000000",
            };
            address = address.Replace($"{{{name}}}", Uri.EscapeDataString(value), StringComparison.Ordinal);
        }
        return address;
    }

    public async ValueTask DisposeAsync()
    {
        await Server.DisposeAsync();
        _log.Dispose();
    }

    private async Task FurnishAsync()
    {
        foreach (var selector in (string[])["*", "os:linux", "site:fra", "site:ams", "label:site", "policy:edge"])
            Known.Add(KnownValues.Seed("selectors"), selector);
        await Admin.PublishAsync(Running.Api.Iw3, assign: "*");
        await Admin.PublishAsync(Running.Api.Iw10.Replace("edge", "web", StringComparison.Ordinal), assign: "site:fra");
        foreach (var host in Fleet)
        {
            Known.Add(KnownValues.Seed("hosts"), host.Id);
            Known.Add(KnownValues.Seed("hosts"), host.Facts.HostName);
            await host.TakeAsync();
            await host.DurableAsync(
                host.Line(host.State(3, 3)),
                host.Line(new HostEvent(HostEventKind.Applied, "applied", host.Held!.Digest))
            );
        }
        foreach (
            var list in Api.Operations.Where(operation =>
                operation is { Method: "GET", ByToken: true } && !operation.Path.Contains('{', StringComparison.Ordinal)
            )
        )
            await LearnAsync(list.Path, await Admin.GetAsync(list.Path));
    }
}
