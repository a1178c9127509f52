using System.Data.Common;
using Dapper;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Postgres;

namespace IwTune.Server.Features.Servers;

/// <summary>
/// Whether this server does the work that only one may do: rollouts, judgements by time, ends of holds, checkpoints, copies of the audit
/// log. Of the servers of a PostgreSQL database the holder of a session's advisory lock leads; a server with a store of its own always
/// does.
/// </summary>
/// <remarks>
/// The database ends the session of a leader that says nothing for <see cref="SilenceSeconds"/>, whether it was killed, cut off or frozen,
/// and the others ask every second: the next one leads within ten seconds. What the old one still believes is caught by
/// <see cref="Fence"/>.
/// </remarks>
public sealed partial class Leadership(Database database, TimeProvider clock, ILogger<Leadership> log) : BackgroundService
{
    private const int SilenceSeconds = 7,
        AskSeconds = 3;
    private static readonly TimeSpan Beat = TimeSpan.FromSeconds(1),
        Pause = TimeSpan.FromSeconds(1);

    private DbConnection? _session;
    private volatile Office? _office = database.Store.IsShared ? null : new Office(0);

    /// <summary>True while this server leads.</summary>
    public bool IsLeader => _office is not null;

    /// <summary>
    /// The term of office; <see langword="null"/> while another server leads. Who remembers something from one round to the next forgets it
    /// when this changes.
    /// </summary>
    public long? Term => _office?.Term;

    /// <summary>
    /// Whether this server leads according to the store, for work that is not a round: another one may have taken over a moment ago.
    /// </summary>
    public async Task<bool> HoldsAsync(DbSession write) =>
        _office is { } office
        && (!database.Store.IsShared || await write.ValueAsync<long>("select term from leader where id = 1") == office.Term);

    /// <summary>Does a round of what only the leader does; nothing on the others. Ends at once when this server leads no more.</summary>
    public async Task RoundAsync(Func<CancellationToken, Task> round, CancellationToken ct)
    {
        if (_office is not { } office)
            return;
        if (!database.Store.IsShared)
        {
            await round(ct);
            return;
        }
        using var both = CancellationTokenSource.CreateLinkedTokenSource(ct, office.Over);
        Fence.Enter(office.Term);
        try
        {
            await round(both.Token);
        }
        catch (FencedException overtaken)
        {
            Overtaken(overtaken.Message);
            Resign(office);
        }
        catch (OperationCanceledException) when (office.Over.IsCancellationRequested && !ct.IsCancellationRequested)
        {
            // The new leader continues from the store.
        }
    }

    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        if (!database.Store.IsShared)
            return;
        // A server that is alone leads from its first request on.
        await TryAsync(cancellationToken);
        await base.StartAsync(cancellationToken);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        // Given up now, and not when the database notices: the next one leads within a second.
        await CloseAsync();
    }

    public override void Dispose()
    {
        _session?.Dispose();
        // Twice, where the container knows it by two names.
        if (_office is { } office)
            Resign(office);
        base.Dispose();
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            await TryAsync(stoppingToken);
            await Task.Delay(IsLeader ? Beat : Pause, clock, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Keeps the lock, or tries to get it.</summary>
    private async Task TryAsync(CancellationToken ct)
    {
        try
        {
            _session ??= await OpenAsync(ct);
            if (_office is null && await AskAsync<bool>($"select pg_try_advisory_lock({PostgresStore.LeaderLock})", ct))
                await BeginAsync(ct);
            else
                await AskAsync<int>("select 1", ct);
        }
        catch (Exception lost)
            when (lost is DbException or StoreException or TimeoutException or InvalidOperationException or IOException
                || (lost is OperationCanceledException && !ct.IsCancellationRequested)
            )
        {
            if (_office is not null)
                Lost(lost.Message);
            await CloseAsync();
        }
        catch (OperationCanceledException)
        {
            // The server stops.
        }
    }

    private async Task<DbConnection> OpenAsync(CancellationToken ct)
    {
        var session = await database.Store.ConnectAloneAsync(ct);
        await session.ExecuteAsync(
            new CommandDefinition($"set idle_session_timeout = '{SilenceSeconds}s'", commandTimeout: AskSeconds, cancellationToken: ct)
        );
        return session;
    }

    private async Task BeginAsync(CancellationToken ct)
    {
        var term = await database.WriteAsync(
            write =>
                write.ValueAsync<long>(
                    "update leader set term = term + 1, server = @Server, since = @now where id = 1 returning term",
                    new { database.Server, now = clock.Now() }
                ),
            ct
        );
        // The transaction waited for its turn: whether the lock is still held is known only now.
        await AskAsync<int>("select 1", ct);
        _office = new Office(term);
        Leads(term);
    }

    private Task<T?> AskAsync<T>(string sql, CancellationToken ct) =>
        _session!.ExecuteScalarAsync<T>(new CommandDefinition(sql, commandTimeout: AskSeconds, cancellationToken: ct));

    private async Task CloseAsync()
    {
        if (_office is { } office)
            Resign(office);
        if (_session is { } session)
        {
            _session = null;
            await session.DisposeAsync();
        }
    }

    private void Resign(Office office)
    {
        if (Interlocked.CompareExchange(ref _office, null, office) == office)
            office.Dispose();
    }

    /// <summary>One time of leading; over once it is disposed of.</summary>
    private sealed class Office : IDisposable
    {
        private readonly CancellationTokenSource _over = new();

        public Office(long term) => (Term, Over) = (term, _over.Token);

        public long Term { get; }

        public CancellationToken Over { get; }

        public void Dispose()
        {
            _over.Cancel();
            _over.Dispose();
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "This server is now the leader, in term {Term}")]
    private partial void Leads(long term);

    [LoggerMessage(Level = LogLevel.Warning, Message = "This server is no longer the leader: {Why}")]
    private partial void Lost(string why);

    [LoggerMessage(Level = LogLevel.Warning, Message = "This server is no longer the leader: {Why}")]
    private partial void Overtaken(string why);
}
