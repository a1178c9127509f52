using IwTune.Server.Hosting;
using IwTune.Server.Hosting.Telemetry;

namespace IwTune.Server.Storage.Postgres.Replicas;

/// <summary>Looks at the replica every five seconds, for metrics and readiness, and logs when its use changes.</summary>
internal sealed partial class ReplicaWatch(Database database, TimeProvider clock, ILogger<ReplicaWatch> log) : BackgroundService
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(5);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (database.Replica is not { } state)
            return;
        ServerMeters.BeginReplica();
        var use = ReplicaUse.Used;
        using var timer = new PeriodicTimer(Period, clock);
        try
        {
            do
            {
                state = (await database.LookAtReplicaAsync(stoppingToken))!;
                if (state.Use != use && state.Use == ReplicaUse.Used)
                    Used(state.Shown);
                else if (state.Use != use)
                    NotUsed(state.Shown, state.Why);
                use = state.Use;
            } while (await timer.NextAsync(stoppingToken));
        }
        catch (OperationCanceledException)
        {
            // The server stops.
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The replica {Replica} is not used, the primary answers long readings: {Why}")]
    private partial void NotUsed(string replica, string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "The replica {Replica} answers long readings again")]
    private partial void Used(string replica);
}
