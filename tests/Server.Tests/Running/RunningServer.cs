using System.Net.Http.Headers;
using IwTune.Lab;
using IwTune.Server.Features.Keys;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace IwTune.Server.Tests.Running;

/// <summary>The whole server on loopback, with its own CA, store, TLS and directory.</summary>
internal sealed class RunningServer : IAsyncDisposable
{
    private readonly List<HttpClient> clients = [];
    private readonly WebApplication app;
    private readonly IDisposable time;
    private readonly ServerConnections connections;
    private int stopped;

    private RunningServer(WebApplication app, string data, TestClock clock, IDisposable time)
    {
        (this.app, Data, Clock, this.time) = (app, data, clock, time);
        Url = new(app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());
        connections = new(() => Get<HeldKeys>().Authority.Pem, clock);
    }

    public string Data { get; }

    public Uri Url { get; }

    /// <summary>The server's clock, which follows the real time; a test may move it ahead.</summary>
    public TestClock Clock { get; }

    public Database Database => Get<Database>();

    public T Get<T>()
        where T : notnull => app.Services.GetRequiredService<T>();

    /// <summary>One of the background services.</summary>
    public T Running<T>()
        where T : IHostedService => Get<IEnumerable<IHostedService>>().OfType<T>().Single();

    public static async Task<RunningServer> StartAsync(string? data = null, Func<ServerOptions, ServerOptions>? with = null)
    {
        var (clock, time) = TestClock.Running();
        var directory = data ?? Directory.CreateTempSubdirectory("iwtune-server-").FullName;
        if (data is null)
            await TestStore.PrepareAsync(directory);
        var options = new ServerOptions
        {
            Data = directory,
            Database = await TestStore.UrlAsync(directory),
            Listen = "127.0.0.1:0",
            PollLimit = TimeSpan.FromSeconds(20),
            // A test makes in a second what a program makes in a minute.
            CallsPerSecond = 10_000,
        };
        var app = await ServerApp.BuildAsync(with?.Invoke(options) ?? options, clock);
        await app.StartAsync();
        return new RunningServer(app, directory, clock, time);
    }

    /// <summary>A client that trusts this server's CA alone.</summary>
    /// <param name="authorization">Header of every call.</param>
    /// <param name="root">Another CA that it trusts instead, PEM.</param>
    /// <param name="proxy">What stands in front of the server on this machine, by the name that its certificate has.</param>
    /// <param name="through">What a call goes through before it is sent.</param>
    /// <param name="alone">On connections of its own, also when it could share those of others.</param>
    public HttpClient Client(
        string? authorization = null,
        Uri? proxy = null,
        string? root = null,
        Func<HttpMessageHandler, HttpMessageHandler>? through = null,
        bool alone = false
    )
    {
        var alike = !alone && authorization is not null && proxy is null && root is null && through is null;
        var handler = alike ? connections.Shared() : connections.New(root, proxy);
        var client = new HttpClient(through?.Invoke(handler) ?? handler, disposeHandler: !alike)
        {
            BaseAddress = proxy ?? Url,
            Timeout = Until.Limit,
        };
        if (authorization is not null)
            client.DefaultRequestHeaders.Authorization = AuthenticationHeaderValue.Parse(authorization);
        clients.Add(client);
        return client;
    }

    public async Task<string> TokenAsync(
        TokenKind kind = TokenKind.Enrolment,
        int? uses = null,
        string author = "test",
        IReadOnlyList<AccessGrant>? grants = null,
        params (string Key, string Value)[] labels
    ) =>
        await TokenAsync(
            new CreateTokenRequest
            {
                Kind = kind,
                Uses = uses,
                Grants = kind == TokenKind.Api ? grants ?? [new(Role.Admin)] : [],
                Name = kind == TokenKind.Api ? $"{author.Split(':')[^1]}-{grants?[0].Role ?? Role.Admin}".ToLowerInvariant() : "",
                Labels = labels.ToDictionary(l => l.Key, l => l.Value),
            },
            author
        );

    public async Task<string> TokenAsync(CreateTokenRequest request, string author = "test") =>
        (await CreateToken.RunAsync(Database, Clock, author, request))!.Value.Secret;

    public Task<HttpClient> ApiAsync(Role role = Role.Admin, string selector = "") => ApiAsync(new AccessGrant(role, selector));

    public async Task<HttpClient> ApiAsync(params AccessGrant[] grants) =>
        Client($"Bearer {await TokenAsync(TokenKind.Api, grants: grants)}");

    /// <summary>What a person does with their own token.</summary>
    public Task<HttpClient> ApiOfAsync(string person) => ApiOfAsync(person, Role.Operator, Role.Approver);

    public async Task<HttpClient> ApiOfAsync(string person, params Role[] roles) =>
        Client(
            $"Bearer {await TokenAsync(TokenKind.Api, author: $"user:{person}", grants: [.. roles.Select(role => new AccessGrant(role))])}"
        );

    public async Task<TestHost> EnrolAsync(string name = "web-1", string machine = "", params (string Key, string Value)[] labels) =>
        await TestHost.EnrolAsync(this, await TokenAsync(labels: labels), name, machine);

    /// <summary>The server's time stands still from now on: periodic work stops.</summary>
    public void HoldTime() => time.Dispose();

    /// <summary>Stops without deleting anything, as a restart does.</summary>
    public async Task StopAsync()
    {
        if (Interlocked.Exchange(ref stopped, 1) != 0)
            return;
        clients.ForEach(client => client.Dispose());
        clients.Clear();
        connections.Dispose();
        await app.StopAsync();
        await app.DisposeAsync();
        time.Dispose();
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        Directory.Delete(Data, recursive: true);
        await TestStore.ForgetAsync(Data);
    }
}
