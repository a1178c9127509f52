using System.Data.Common;
using System.Runtime.CompilerServices;
using Dapper;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace IwTune.Server.Storage.Sqlite;

/// <summary>A file that one machine writes.</summary>
internal sealed class SqliteStore : IStore
{
    private const int Refused = 1,
        Busy = 5,
        ReadOnly = 8,
        Failing = 10,
        Damaged = 11,
        Full = 13,
        CannotOpen = 14,
        Constraint = 19,
        NoDatabase = 26;

    private const string Restore = "restore a backup with 'iwtune-server restore FILE --replace'.";

    // Full: an answered caller can rely on it, whatever happens to the machine. Neither a post nor a page of a large fleet fits into the
    // default cache of 2 MB, and a checkpoint after every 4 MB of log would be one after every transaction of a busy fleet.
    private const string EachConnection = "pragma synchronous = full; pragma cache_size = -8000; pragma wal_autocheckpoint = 4000;";

    private readonly string _connectionString;
    private readonly ConditionalWeakTable<sqlite3, SqliteStore> _known = [];
    private bool _prepared;

    public SqliteStore(string file)
    {
        Shown = file;
        _connectionString = new SqliteConnectionStringBuilder
        {
            DataSource = file,
            ForeignKeys = true,
            Pooling = true,
            DefaultTimeout = 30,
        }.ToString();
    }

    public string Engine { get; private set; } = "";

    public string Dialect => "sqlite";

    public string Shown { get; }

    public int HostLanes => 1;

    public int? WriteSeconds => null;

    public bool IsShared => false;

    public bool IsPartitioned => false;

    public Task<DbConnection> ConnectAloneAsync(CancellationToken ct) => ConnectAsync(ct);

    public void ForgetConnections()
    {
        // A file has no network path that could be lost.
    }

    public Task NotifyAsync(DbConnection connection, IReadOnlyList<string> messages) => Task.CompletedTask;

    public Task AllowPausesAsync(DbConnection connection) => Task.CompletedTask;

    public async Task<DbConnection> ConnectAsync(CancellationToken ct)
    {
        var connection = new SqliteConnection(_connectionString);
        try
        {
            await connection.OpenAsync(ct);
            // The pool gives the same one again and again.
            if (_known.TryAdd(connection.Handle!, this))
                await connection.ExecuteAsync(EachConnection);
            if (!_prepared)
            {
                // WAL: readers are not held up by the writer, and the command line can work on the same file while the server runs.
                await connection.ExecuteAsync("pragma journal_mode = wal");
                (Engine, _prepared) = ($"SQLite {connection.ServerVersion}", true);
            }
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }

    public async Task<string?> BeginAsync(DbConnection connection, WriteLane lane, IReadOnlyList<string> hosts, CancellationToken ct)
    {
        // Immediate: a reader that becomes a writer later could be refused half-way.
        await connection.ExecuteAsync("begin immediate");
        return null;
    }

    public async Task RollbackAsync(DbConnection connection)
    {
        if (raw.sqlite3_get_autocommit(((SqliteConnection)connection).Handle) == 0)
            await connection.ExecuteAsync("rollback");
    }

    public async Task<string?> CommitAsync(DbConnection connection)
    {
        await connection.ExecuteAsync("commit");
        return null;
    }

    public Task<bool?> WasCommittedAsync(string? transaction) => Task.FromResult<bool?>(null);

    public async Task<IReadOnlyList<string>> TablesAsync(DbConnection connection) =>
        (
            await connection.QueryAsync<string>(
                "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\' order by name"
            )
        ).AsList();

    public async Task<IReadOnlyList<(string Table, string To)>> ReferencesAsync(DbConnection connection) =>
        [
            .. await connection.QueryAsync<(string, string)>(
                "select t.name, f.\"table\" from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table'"
            ),
        ];

    // In WAL a reader sees the moment of its first statement.
    public Task BeginSnapshotAsync(DbConnection connection) => connection.ExecuteAsync("begin; select count(*) from migrations");

    public Task<bool> IsInUseAsync(DbConnection connection) => Task.FromResult(RunningLock.IsTaken(Path.GetDirectoryName(Shown)!));

    public Task<bool> IsLedAsync(DbConnection connection) => Task.FromResult(false);

    public async Task<IReadOnlyList<Column>> ColumnsAsync(DbConnection connection, string table) =>
        [
            .. await connection.QueryAsync<Column>(
                "select name, lower(type) as type from pragma_table_info(@table) order by name",
                new { table }
            ),
        ];

    public Task<long> LoadAsync(DbConnection connection, string table, IReadOnlyList<Column> columns, IAsyncEnumerable<object?[]> rows) =>
        SqliteRows.LoadAsync(
            (SqliteConnection)connection,
            $"insert into {table} ({Column.List(columns)}) values ({string.Join(", ", columns.Select((_, i) => $"?{i + 1}"))})",
            rows
        );

    public Task AfterMigrationAsync(DbConnection connection) => Task.CompletedTask;

    public string Text(string sql) => SqliteText.Of(sql);

    public object? Values(string sql, object? values) => values;

    public Task ManyAsync(DbConnection connection, BulkStatement statement, IReadOnlyList<object?[]> rows, int? seconds)
    {
        SqliteRows.Run((SqliteConnection)connection, statement.Each, rows);
        return Task.CompletedTask;
    }

    // sqlite.org/rescode.html
    public StoreFault Explain(DbException failure) =>
        (failure as SqliteException)?.SqliteErrorCode switch
        {
            Full => new("The disk under the server's data directory is full: make room there, then repeat the call."),
            ReadOnly => new("The server's data directory is read-only: make it writable, then repeat the call."),
            Busy => new("Another program holds the store, such as a backup: repeat the call when it is done."),
            CannotOpen => new(
                "Make the directory and its files writable for the user of the server, and let the server open enough files (ulimit -n)."
            ),
            NoDatabase => new("The file is no store of this server, or damaged: name another directory with --data, or " + Restore),
            Damaged => new("The store is damaged: stop the server, keep a copy of its files, and " + Restore),
            Refused when failure.Message.Contains("no such table", StringComparison.Ordinal) => new(
                $"The store lacks a part of its schema ({failure.Message.TrimEnd('.')}): stop the server, keep a copy of its files, and "
                    + Restore,
                Unclear: true
            ),
            Failing => new(
                $"The disk under the server's data directory fails ({failure.Message.TrimEnd('.')}): see what the system's log says of it, "
                    + "then repeat the call."
            ),
            Constraint => new($"The store says: {failure.Message.TrimEnd('.')}.", OfTheCall: true),
            _ => new(
                $"The store says: {failure.Message.TrimEnd('.')}. See that the disk under the server's data directory is there, "
                    + "writable and has room, then repeat the call.",
                Unclear: true
            ),
        };

    public ValueTask DisposeAsync()
    {
        // The pool holds the file open; a store that is closed must be free to move or delete.
        using var connection = new SqliteConnection(_connectionString);
        SqliteConnection.ClearPool(connection);
        return ValueTask.CompletedTask;
    }
}
