using IwTune.Server.Features.CheckIns;
using IwTune.Server.Hosting;
using IwTune.Server.Storage.Postgres;
using IwTune.Server.Storage.Postgres.Replicas;

namespace IwTune.Server.Features.Servers;

/// <summary>
/// What several servers of one store need from each other. It starts first: a server must receive messages before it serves.
/// </summary>
internal static class ServersSetup
{
    public static IServiceCollection AddServers(this IServiceCollection services) =>
        services
            .AddHostedService<FeedListener>()
            .AddRunning<Leadership>()
            .AddRunning<PresenceFeed>()
            .AddRunning<ServerBeat>()
            .AddHostedService<ReplicaWatch>()
            .AddSingleton<ServerViews>()
            .AddSingleton<FeedGuard>()
            .AddSingleton<Newcomer>();
}
