using System.Data.Common;
using Dapper;
using Npgsql;

namespace IwTune.Server.Storage.Postgres;

/// <summary>A PostgreSQL database that one or several servers share.</summary>
internal sealed class PostgresStore : IStore
{
    /// <summary>
    /// Asked for below: <c>pg_xact_status</c> and batches with generated columns are older, but 14 is the oldest release that is tested
    /// upstream.
    /// </summary>
    private const int OldestVersion = 140000;

    /// <summary>
    /// The lock of all writers; shared by those of single hosts. The number is arbitrary, but must be the same on every server of every
    /// version.
    /// </summary>
    public const long WritersLock = 0x6977_7475_6e65_0001;

    /// <summary>The lock that the session of the leading server holds; as above.</summary>
    public const long LeaderLock = 0x6977_7475_6e65_0002;

    /// <summary>The channel of the messages between servers (NOTIFY).</summary>
    public const string Channel = "iwtune";

    /// <summary>
    /// No writer waits for such a transaction; but while it is open, rows that were deleted keep their space (routine-vacuuming, 25.1.2).
    /// </summary>
    private const string Pausing = "set local idle_in_transaction_session_timeout = '30min'";

    private static readonly TimeSpan AskFor = TimeSpan.FromSeconds(10);

    private readonly PostgresAddress _address;
    private readonly NpgsqlDataSource _source,
        _alone;
    private bool _checked,
        _pooled;

    public PostgresStore(PostgresAddress address)
    {
        (Shown, _address) = (address.Shown, address);
        (_source, _alone) = (address.Open(), address.OpenAlone());
    }

    public string Engine { get; private set; } = "";

    public string Dialect => "postgres";

    public string Shown { get; }

    public int HostLanes => 16;

    // More than a server that was frozen or cut off keeps the others from writing.
    public int? WriteSeconds => PostgresAddress.SilentSeconds + 7;

    public bool IsShared => true;

    public bool IsPartitioned => true;

    public async Task<DbConnection> ConnectAsync(CancellationToken ct)
    {
        var connection = await _source.OpenConnectionAsync(ct);
        if (_checked)
            return connection;
        try
        {
            await CheckAsync(connection);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    public async Task<DbConnection> ConnectAloneAsync(CancellationToken ct) => await _alone.OpenConnectionAsync(ct);

    public void ForgetConnections() => _source.Clear();

    public Task NotifyAsync(DbConnection connection, IReadOnlyList<string> messages) =>
        connection.ExecuteAsync(
            $"select pg_notify('{Channel}', message) from unnest(@messages) as message",
            new { messages = messages.ToArray() }
        );

    public async Task<string?> BeginAsync(DbConnection connection, WriteLane lane, IReadOnlyList<string> hosts, CancellationToken ct)
    {
        await using var batch = ((NpgsqlConnection)connection).CreateBatch();
        batch.Timeout = WriteSeconds!.Value;
        batch.BatchCommands.Add(new("begin"));
        if (_pooled)
            batch.BatchCommands.Add(new($"set local idle_in_transaction_session_timeout = '{PostgresAddress.SilentSeconds}s'"));
        // In one round trip. Ordered ones exclude all others; those of hosts exclude ordered ones, and by the rows' locks others of the
        // same hosts.
        batch.BatchCommands.Add(
            new(
                lane == WriteLane.Ordered
                    ? $"select pg_advisory_xact_lock({WritersLock})"
                    : $"select pg_advisory_xact_lock_shared({WritersLock})"
            )
        );
        if (hosts.Count > 0)
        {
            // In one order, so that two of them cannot wait for each other.
            batch.BatchCommands.Add(
                new("select 1 from hosts where id = any($1) order by id for no key update")
                {
                    Parameters = { new() { Value = hosts.ToArray() } },
                }
            );
        }
        batch.BatchCommands.Add(new(PostgresTransaction.Current));
        await using var reader = await batch.ExecuteReaderAsync(ct);
        string? transaction = null;
        do
        {
            while (await reader.ReadAsync(ct))
                transaction = reader.GetValue(0) as string ?? transaction;
        } while (await reader.NextResultAsync(ct));
        return transaction;
    }

    public Task AllowPausesAsync(DbConnection connection) => connection.ExecuteAsync(Pausing);

    public async Task RollbackAsync(DbConnection connection)
    {
        try
        {
            if (connection.State == System.Data.ConnectionState.Open)
                await connection.ExecuteAsync("rollback");
        }
        catch (DbException)
        {
            // Connection lost: the database rolls back by itself, and the first failure is the one to report.
        }
    }

    public async Task<string?> CommitAsync(DbConnection connection)
    {
        string? warning = null;
        void Hear(object? sender, NpgsqlNoticeEventArgs said) => warning ??= said.Notice.MessageText;
        var postgres = (NpgsqlConnection)connection;
        postgres.Notice += Hear;
        try
        {
            await connection.ExecuteAsync("commit", commandTimeout: WriteSeconds);
        }
        finally
        {
            postgres.Notice -= Hear;
        }
        return warning;
    }

    public async Task<bool?> WasCommittedAsync(string? transaction)
    {
        using var limit = new CancellationTokenSource(AskFor);
        while (transaction is not null && !limit.IsCancellationRequested)
        {
            try
            {
                await using var connection = await _source.OpenConnectionAsync(limit.Token);
                if (await PostgresTransaction.WasCommittedAsync(connection, transaction) is { } known)
                    return known.Committed;
                await Task.Delay(100, limit.Token);
            }
            catch (Exception away) when (away is DbException or OperationCanceledException)
            {
                await Task.Delay(200, CancellationToken.None);
            }
        }
        return null;
    }

    public async Task<IReadOnlyList<string>> TablesAsync(DbConnection connection) =>
        (
            await connection.QueryAsync<string>(
                "select relname::text from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = "
                    + "current_schema()::regnamespace order by relname collate \"C\""
            )
        ).AsList();

    public async Task<IReadOnlyList<(string Table, string To)>> ReferencesAsync(DbConnection connection) =>
        [
            .. await connection.QueryAsync<(string, string)>(
                "select conrelid::regclass::text, confrelid::regclass::text from pg_constraint where contype = 'f' and connamespace = "
                    + "current_schema()::regnamespace"
            ),
        ];

    public Task BeginSnapshotAsync(DbConnection connection) =>
        connection.ExecuteAsync($"begin isolation level repeatable read read only; {Pausing}");

    public async Task<bool> IsInUseAsync(DbConnection connection)
    {
        // A connection that was closed is listed until its process has gone.
        for (var look = 0; look < 20; look++)
        {
            if (
                !await connection.ExecuteScalarAsync<bool>(
                    "select exists (select 1 from pg_stat_activity where datname = current_database() and application_name = "
                        + "'iwtune-server' and pid <> pg_backend_pid())"
                )
            )
                return false;
            await connection.ExecuteAsync("select pg_sleep(0.1)");
        }
        return true;
    }

    public Task<bool> IsLedAsync(DbConnection connection) =>
        connection.ExecuteScalarAsync<bool>(
            "select exists (select 1 from pg_locks where locktype = 'advisory' and objsubid = 1 and database = (select oid from "
                + "pg_database where datname = current_database()) and (classid::bigint << 32 | objid::bigint) = "
                + $"{LeaderLock})"
        );

    public async Task<IReadOnlyList<Column>> ColumnsAsync(DbConnection connection, string table) =>
        [
            .. await connection.QueryAsync<Column>(
                "select column_name::text as name, data_type::text as type from information_schema.columns where table_schema = "
                    + "current_schema() and table_name = @table order by column_name collate \"C\"",
                new { table }
            ),
        ];

    public Task<long> LoadAsync(DbConnection connection, string table, IReadOnlyList<Column> columns, IAsyncEnumerable<object?[]> rows) =>
        PostgresLoad.RunAsync((NpgsqlConnection)connection, table, columns, rows);

    public Task AfterMigrationAsync(DbConnection connection) => ByteOrder.ApplyAsync(connection);

    public string Text(string sql) => PostgresText.Of(sql);

    public object? Values(string sql, object? values) => PostgresValues.Of(sql, values);

    public Task ManyAsync(DbConnection connection, BulkStatement statement, IReadOnlyList<object?[]> rows, int? seconds) =>
        PostgresRows.RunAsync((NpgsqlConnection)connection, statement, rows, seconds);

    public StoreFault Explain(DbException failure) => PostgresFaults.Explain(failure);

    public async ValueTask DisposeAsync()
    {
        await _source.DisposeAsync();
        await _alone.DisposeAsync();
    }

    private async Task CheckAsync(NpgsqlConnection connection)
    {
        if (
            int.Parse(
                await connection.ExecuteScalarAsync<string>("show server_version_num") ?? "0",
                System.Globalization.CultureInfo.InvariantCulture
            ) < OldestVersion
        )
            throw new StorageUnusableException(
                $"{_address.Option}: {Shown} is PostgreSQL {connection.ServerVersion}; 14 or newer is needed."
            );
        if (await connection.ExecuteScalarAsync<string>("show server_encoding") is var encoding && encoding != "UTF8")
            throw new StorageUnusableException(
                $"{_address.Option}: {Shown} keeps text as {encoding}. Make a database with: create database NAME template template0 "
                    + "encoding 'UTF8'"
            );
        // The schema of a replica's role is compared with that of the store.
        if (!_address.IsReplica && await connection.ExecuteScalarAsync<string?>("select current_schema()::text") is null)
            throw new StorageUnusableException(
                $"{_address.Option}: in {Shown} this role has no schema to work in. As the database's owner: create schema iwtune "
                    + "authorization ROLE; alter role ROLE set search_path = iwtune"
            );
        _pooled = await PostgresPooler.IsBetweenAsync(connection);
        if (_pooled && await PostgresPooler.SharesSessionsAsync(connection, _alone))
            throw new StorageUnusableException(
                $"{_address.Option}: {Shown} is a pool that gives sessions to others between transactions. Notifications, locks and "
                    + "prepared statements belong to a session: set pool_mode = session for this database in pgbouncer.ini, or connect to "
                    + "PostgreSQL itself."
            );
        (Engine, _checked) = ($"PostgreSQL {connection.ServerVersion}", true);
    }
}
