using IwTune.Lab;
using IwTune.Server.Features.Servers;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Features.Servers;

[CollectionDefinition(nameof(TwoServers))]
public sealed class TwoServersCollection : ICollectionFixture<TwoServers>;

/// <summary>Two servers that share only a PostgreSQL database.</summary>
public sealed class TwoServers : IAsyncLifetime
{
    internal string Url { get; private set; } = "";

    internal RunningServer A { get; private set; } = null!;

    internal RunningServer B { get; private set; } = null!;

    /// <summary>As an administrator at each of them.</summary>
    internal HttpClient AtA { get; private set; } = null!;

    internal HttpClient AtB { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        Url = await TestStore.EmptyPostgresAsync();
        A = await StartAsync();
        B = await StartAsync();
        var token = await A.TokenAsync(TokenKind.Api);
        (AtA, AtB) = (A.Client($"Bearer {token}"), B.Client($"Bearer {token}"));
    }

    internal Task<RunningServer> StartAsync(Func<ServerOptions, ServerOptions>? with = null) =>
        RunningServer.StartAsync(with: options =>
        {
            var shared = options with { Database = Url, Approvals = 0, Proxies = [Nginx.Address], Names = [Nginx.Name] };
            return with?.Invoke(shared) ?? shared;
        });

    internal static Task EventuallyAsync(Func<Task<bool>> holds, Func<string>? otherwise = null) =>
        Until.TrueAsync(holds, otherwise ?? (() => "it does not come to be so"));

    internal static bool Leads(RunningServer server) => server.Get<Leadership>().IsLeader;

    public async ValueTask DisposeAsync()
    {
        await B.DisposeAsync();
        await A.DisposeAsync();
    }
}
