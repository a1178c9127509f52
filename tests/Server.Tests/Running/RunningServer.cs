using System.Net.Http.Headers;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.Extensions.DependencyInjection;

namespace IwTune.Server.Tests.Running;

/// <summary>The whole server on loopback, with its own CA, store and TLS, in a directory of its own.</summary>
internal sealed class RunningServer : IAsyncDisposable
{
    private readonly List<HttpClient> clients = [];
    private readonly WebApplication app;

    private RunningServer(WebApplication app, string data, ShiftedClock clock)
    {
        (this.app, Data, Clock) = (app, data, clock);
        Url = new(app.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.First());
    }

    public string Data { get; }

    public Uri Url { get; }

    public ShiftedClock Clock { get; }

    public Database Database => Get<Database>();

    public T Get<T>() where T : notnull => app.Services.GetRequiredService<T>();

    public static async Task<RunningServer> StartAsync(string? data = null, Func<ServerOptions, ServerOptions>? with = null)
    {
        var clock = new ShiftedClock();
        var directory = data ?? Directory.CreateTempSubdirectory("iwtune-server-").FullName;
        var options = new ServerOptions { Data = directory, Listen = "127.0.0.1:0", PollLimit = TimeSpan.FromSeconds(20) };
        var app = await ServerApp.BuildAsync(with?.Invoke(options) ?? options, clock);
        await app.StartAsync();
        return new RunningServer(app, directory, clock);
    }

    /// <summary>A client that trusts this server's CA alone.</summary>
    public HttpClient Client(string? authorization = null)
    {
        var root = X509Certificate2.CreateFromPem(Get<CertificateAuthority>().Pem);
        var handler = new SocketsHttpHandler();
        handler.SslOptions.CertificateChainPolicy = new() { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        handler.SslOptions.CertificateChainPolicy.CustomTrustStore.Add(root);
        var client = new HttpClient(handler) { BaseAddress = Url, Timeout = TimeSpan.FromSeconds(60) };
        if (authorization is not null)
            client.DefaultRequestHeaders.Authorization = AuthenticationHeaderValue.Parse(authorization);
        clients.Add(client);
        return client;
    }

    public async Task<string> TokenAsync(TokenKind kind = TokenKind.Enrolment, int? uses = null, TokenScope scope = TokenScope.Admin, string author = "test", params (string Key, string Value)[] labels)
    {
        var request = new CreateTokenRequest
        {
            Kind = kind,
            Uses = uses,
            Scope = scope,
            Name = kind == TokenKind.Api ? $"{author.Split(':')[^1]}-{scope}".ToLowerInvariant() : "",
            Labels = labels.ToDictionary(l => l.Key, l => l.Value),
        };
        return (await CreateToken.RunAsync(Database, Clock, author, request)).Secret;
    }

    public async Task<HttpClient> ApiAsync(TokenScope scope = TokenScope.Admin) => Client($"Bearer {await TokenAsync(TokenKind.Api, scope: scope)}");

    /// <summary>What a person does with a token of their own.</summary>
    public async Task<HttpClient> ApiOfAsync(string person, TokenScope scope = TokenScope.Operate) =>
        Client($"Bearer {await TokenAsync(TokenKind.Api, scope: scope, author: $"user:{person}")}");

    public async Task<TestHost> EnrolAsync(string name = "web-1", string machine = "", params (string Key, string Value)[] labels) =>
        await TestHost.EnrolAsync(this, await TokenAsync(labels: labels), name, machine);

    /// <summary>Stops without deleting anything, as a restart does.</summary>
    public async Task StopAsync()
    {
        clients.ForEach(client => client.Dispose());
        clients.Clear();
        await app.StopAsync();
        await app.DisposeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        Directory.Delete(Data, recursive: true);
    }
}
