using System.Collections.Concurrent;
using System.Net;
using System.Text.Json;
using IwTune.Lab;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace IwTune.EndToEnd.Counterfeit;

/// <summary>
/// Speaks the agent's protocol with its own keys, in a namespace, so that a test decides the answer to a check-in: bundles that no honest
/// server would send, and silence at the critical moment.
/// </summary>
internal sealed class FakeServer : IAsyncDisposable
{
    private readonly WebApplication app;
    private readonly ConcurrentQueue<Func<CheckInRequest, Envelope?>> answers = new();

    private FakeServer(WebApplication app, Keys keys, IPEndPoint address)
    {
        (this.app, Keys, Address) = (app, keys, address);
        app.MapGet(AgentPaths.Authority, () => Results.Text(keys.AuthorityPem));
        app.MapPost(
            AgentPaths.Enrol,
            () => Results.Text(JsonSerializer.Serialize(Welcome(), WireJson.Default.EnrolReply), "application/json")
        );
        app.MapPost(AgentPaths.CheckIn, CheckInAsync);
        app.MapPost(AgentPaths.Reports, ReportsAsync);
        app.MapPost(AgentPaths.Unenrol, () => Results.NoContent());
    }

    public Keys Keys { get; }

    public IPEndPoint Address { get; }

    public string Url => $"https://{Address}";

    /// <summary>While false every call is answered 503: there is a server, but it gives no other answer.</summary>
    public bool Speaks { get; set; } = true;

    public ConcurrentQueue<CheckInRequest> CheckIns { get; } = new();

    public ConcurrentQueue<ReportLine> Reports { get; } = new();

    public IEnumerable<HostEvent> Events => Reports.Select(line => line.Event).OfType<HostEvent>();

    /// <summary>The answer for the host of this id when no other is due; <see langword="null"/> for no bundle.</summary>
    public Func<string, Envelope?> Otherwise { get; set; } = _ => null;

    public static Task<FakeServer> StartAsync(NetNamespace space, IPAddress address) => StartAsync(space, address, Keys.For(address));

    /// <param name="space">Where it listens.</param>
    /// <param name="address">Its address there.</param>
    /// <param name="keys">Its keys, which it disposes of.</param>
    public static async Task<FakeServer> StartAsync(NetNamespace space, IPAddress address, Keys keys)
    {
        var endpoint = new IPEndPoint(address, 7443);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        // A listening socket belongs to the namespace of the thread that makes it.
        builder.Services.Configure<SocketTransportOptions>(options =>
            options.CreateBoundListenSocket = place => space.Run(() => SocketTransportOptions.CreateDefaultBoundListenSocket(place))
        );
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(options => options.Listen(endpoint, listen => listen.UseHttps(keys.ServerCertificate)));
        var server = new FakeServer(builder.Build(), keys, endpoint);
        await server.app.StartAsync();
        return server;
    }

    /// <summary>The bundle of the next check-in.</summary>
    public void Next(Envelope envelope) => answers.Enqueue(_ => envelope);

    /// <summary>The bundle of the next check-in, and the server's last answer until <see cref="Speaks"/> is set again.</summary>
    public void NextThenSilence(Envelope envelope) =>
        answers.Enqueue(_ =>
        {
            Speaks = false;
            return envelope;
        });

    /// <summary>The token and pin with which an agent enrols.</summary>
    public ServerToken Token => new("any", Keys.Pin, "");

    public async ValueTask DisposeAsync()
    {
        await app.StopAsync();
        await app.DisposeAsync();
        Keys.Dispose();
    }

    private EnrolReply Welcome() =>
        new(
            Guid.CreateVersion7().ToString(),
            "secret",
            [SigningKeys.From(Keys.Signing)],
            new Schedule(2, 2, 0),
            new Dictionary<string, string>()
        );

    private async Task<IResult> CheckInAsync(HttpRequest http)
    {
        var request = await JsonSerializer.DeserializeAsync(http.Body, WireJson.Default.CheckInRequest);
        if (!Speaks)
            return Results.StatusCode(503);
        CheckIns.Enqueue(request!);
        var due = answers.TryDequeue(out var answer) ? answer(request!) : Otherwise(HostOf(http));
        if (due is { } envelope)
            return Results.Text(JsonSerializer.Serialize(envelope, WireJson.Default.Envelope), "application/json");
        await Task.Delay(TimeSpan.FromSeconds(int.Parse(http.Query["wait"]!) == 0 ? 0 : 0.5));
        return Results.NoContent();
    }

    private static string HostOf(HttpRequest http) => http.Headers.Authorization.ToString().Split(' ')[^1].Split('.')[0];

    private async Task<IResult> ReportsAsync(HttpRequest http)
    {
        using var reader = new StreamReader(http.Body);
        var lines = (await reader.ReadToEndAsync()).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (!Speaks)
            return Results.StatusCode(503);
        var last = 0L;
        foreach (var line in lines.Select(line => JsonSerializer.Deserialize(line, WireJson.Default.ReportLine)!))
        {
            Reports.Enqueue(line);
            last = line.Number;
        }
        return Results.Text(JsonSerializer.Serialize(new ReportsReply(last), WireJson.Default.ReportsReply), "application/json");
    }
}
