using System.Collections.Concurrent;
using System.Data.Common;
using Dapper;
using IwTune.Server.Storage.Feed;
using Npgsql;

namespace IwTune.Server.Storage.Postgres;

/// <summary>
/// Receives other servers' messages, on a connection of its own (LISTEN, postgresql.org/docs/15/sql-listen.html). A message without a
/// listener is lost, so after a lost connection the new one listens first, and then reads everything again.
/// </summary>
internal sealed partial class FeedListener(ChangeFeed feed, Database database, ILogger<FeedListener> log) : BackgroundService
{
    /// <summary>After this time without a message the connection is tested: a cut network reports nothing by itself.</summary>
    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(3);

    private static readonly TimeSpan First = TimeSpan.FromMilliseconds(200),
        Most = TimeSpan.FromSeconds(1);
    private const int PingSeconds = 4;

    private readonly ConcurrentQueue<string> _heard = new();
    private NpgsqlConnection? _connection;

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        if (!feed.IsShared)
            return;
        // Before the first request is served.
        await ListenAsync(cancellationToken);
        await base.StartAsync(cancellationToken);
    }

    public override void Dispose()
    {
        _connection?.Dispose();
        base.Dispose();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var pause = First;
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                if (_connection is null)
                    await ListenAsync(stoppingToken);
                pause = First;
                await HearAsync(_connection!, stoppingToken);
            }
            catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception lost)
                when (lost
                        is DbException
                            or StoreException
                            or TimeoutException
                            or InvalidOperationException
                            or IOException
                            or OperationCanceledException
                )
            {
                if (feed.Behind.Length == 0)
                    Lost(lost.Message.TrimEnd('.'));
                feed.FallBehind($"The connection for changes of other servers was lost: {lost.Message.TrimEnd('.')}.");
                await CloseAsync();
                // What took this one took those of the pool, and they would be silent until a minute is over.
                database.Store.ForgetConnections();
                await Task.Delay(pause, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                pause = pause * 2 < Most ? pause * 2 : Most;
            }
        }
    }

    private async Task ListenAsync(CancellationToken ct)
    {
        _heard.Clear();
        var connection = (NpgsqlConnection)await database.Store.ConnectAloneAsync(ct);
        connection.Notification += (_, told) => _heard.Enqueue(told.Payload);
        _connection = connection;
        await connection.ExecuteAsync(
            new CommandDefinition($"listen {PostgresStore.Channel}", commandTimeout: PingSeconds, cancellationToken: ct)
        );
        var again = feed.Behind.Length > 0;
        await feed.ReloadAsync();
        // What is only in the memory of others was sent when they first heard of this server, which may have been before it listened.
        var listens = new ChangeMessages();
        listens.Add(Topic.Listens, "");
        await feed.PostAsync(listens, ct);
        if (again)
            Found();
    }

    private async Task HearAsync(NpgsqlConnection connection, CancellationToken ct)
    {
        while (true)
        {
            var told = new List<Message>();
            while (_heard.TryDequeue(out var payload))
                if (Message.Read(payload) is { } message)
                    told.Add(message);
            await TakeAsync(told, connection, ct);
            if (_heard.IsEmpty && !await connection.WaitAsync(Quiet, ct))
                await TryAsync(connection, ct);
        }
    }

    /// <summary>
    /// Reads the announced changes, over connections of the pool. When the network is cut they wait for a minute, so this connection, which
    /// fails within seconds, is tested meanwhile.
    /// </summary>
    private async Task TakeAsync(List<Message> told, NpgsqlConnection connection, CancellationToken ct)
    {
        var taken = feed.TakeAsync(told);
        while (await Task.WhenAny(taken, Task.Delay(Quiet, ct)) != taken)
            await TryAsync(connection, ct);
        await taken;
    }

    private static async Task TryAsync(NpgsqlConnection connection, CancellationToken ct) =>
        await connection.ExecuteAsync(new CommandDefinition("select 1", commandTimeout: PingSeconds, cancellationToken: ct));

    private async Task CloseAsync()
    {
        if (_connection is { } connection)
            await connection.DisposeAsync();
        _connection = null;
    }

    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "Changes of other servers are no longer received: {Why}. Requests wait until the connection is back and everything was "
            + "read again"
    )]
    private partial void Lost(string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Changes of other servers are received again; everything in memory was read again")]
    private partial void Found();
}
