using System.Globalization;
using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Certificates;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;

namespace IwTune.Server.Features.Servers;

/// <summary>
/// Reports every five seconds that this server is alive, and measures how long its message takes to return on the path of changes.
/// </summary>
internal sealed partial class ServerBeat : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Forgotten = TimeSpan.FromDays(1);

    private readonly Database _database;
    private readonly ChangeFeed _feed;
    private readonly IServiceProvider _services;
    private readonly IHostApplicationLifetime _lifetime;
    private readonly TimeProvider _clock;
    private readonly ILogger<ServerBeat> _log;
    private readonly long _startedAt;
    private bool _failing;
    private long _lagMs = -1;

    public ServerBeat(
        Database database,
        ChangeFeed feed,
        IServiceProvider services,
        IHostApplicationLifetime lifetime,
        TimeProvider clock,
        ILogger<ServerBeat> log
    )
    {
        (_database, _feed, _services, _lifetime, _clock, _log) = (database, feed, services, lifetime, clock, log);
        _startedAt = clock.Now();
        feed.OnEcho(
            Topic.Beat,
            keys =>
                Interlocked.Exchange(
                    ref _lagMs,
                    (long)clock.GetElapsedTime(long.Parse(keys[0], CultureInfo.InvariantCulture)).TotalMilliseconds
                )
        );
    }

    /// <summary>The present state of this server.</summary>
    public ServerRow Self =>
        new()
        {
            Id = _database.Server,
            Name = Environment.MachineName,
            Url = Url(),
            Version = ServerVersion.Text,
            StartedAt = _startedAt,
            HeardAt = _clock.Now(),
            LagMs = Interlocked.Read(ref _lagMs) is >= 0 and var lag ? lag : null,
            Behind = _feed.Behind,
        };

    public override Task StartAsync(CancellationToken cancellationToken) =>
        _feed.IsShared ? base.StartAsync(cancellationToken) : Task.CompletedTask;

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        if (_feed.IsShared)
            await TryAsync(() =>
                _database.ReadAsync(
                    db => ServerQueries.ForgetAsync(db, _database.Server, _clock.Now() - (long)Forgotten.TotalMilliseconds),
                    cancellationToken
                )
            );
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        // Its address is known once it listens, and is what the other servers show people.
        await ListeningAsync(stoppingToken);
        using var timer = new PeriodicTimer(Period, _clock);
        do
        {
            await TryAsync(async () =>
            {
                await _database.ReadAsync(db => ServerQueries.BeatAsync(db, Self), stoppingToken);
                var word = new ChangeMessages();
                word.Add(Topic.Beat, _clock.GetTimestamp().ToString(CultureInfo.InvariantCulture));
                await _feed.PostAsync(word, stoppingToken);
            });
        } while (await timer.NextAsync(stoppingToken));
    }

    private async Task ListeningAsync(CancellationToken ending)
    {
        var listening = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var started = _lifetime.ApplicationStarted.Register(() => listening.TrySetResult());
        using var ended = ending.Register(() => listening.TrySetCanceled(ending));
        await listening.Task;
    }

    private string Url()
    {
        var options = _services.GetRequiredService<ServerOptions>();
        var bound = _services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()?.Addresses.FirstOrDefault();
        return bound is null ? "" : ServerNames.Url(options, new Uri(bound).Port);
    }

    private async Task TryAsync(Func<Task> act)
    {
        try
        {
            await act();
            _failing = false;
        }
        catch (StoreException unusable)
        {
            if (!_failing)
                NotSaid(unusable);
            _failing = true;
        }
        catch (OperationCanceledException)
        {
            // The server stops.
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Cannot write the heartbeat of this server to the store")]
    private partial void NotSaid(Exception why);
}
