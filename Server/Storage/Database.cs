using Dapper;
using Microsoft.Data.Sqlite;

namespace IwTune.Server.Storage;

/// <summary>The store: one writer at a time, any number of readers. A write is one transaction, kept whole or not at all.</summary>
public sealed class Database : IDisposable
{
    private readonly SemaphoreSlim _writing = new(1, 1);
    private readonly string _connectionString;

    static Database() => DefaultTypeMap.MatchNamesWithUnderscores = true;

    private Database(string connectionString) => _connectionString = connectionString;

    /// <summary>The file's name in a data directory.</summary>
    public const string FileName = "iwtune.db";

    /// <summary>Version of the engine in use.</summary>
    public string Engine { get; private init; } = "";

    /// <summary>Opens the store of a data directory, makes it when there is none, and brings its schema up to date.</summary>
    /// <exception cref="StorageUnusableException">Unwritable, damaged, or made by a newer server.</exception>
    public static async Task<Database> OpenAsync(string directory, TimeProvider clock)
    {
        SqliteLibrary.Load();
        var file = Path.Combine(directory, FileName);
        var text = new SqliteConnectionStringBuilder { DataSource = file, ForeignKeys = true, Pooling = true, DefaultTimeout = 30 }.ToString();
        try
        {
            await using var connection = new SqliteConnection(text);
            await connection.OpenAsync();
            // WAL: readers are not held up by the writer, and the command line can work on the same file while the server runs.
            await connection.ExecuteAsync("pragma journal_mode = wal; pragma synchronous = normal;");
            await Migrator.ApplyAsync(connection, Migration.Embedded, clock);
            return new Database(text) { Engine = $"SQLite {connection.ServerVersion}" };
        }
        catch (SqliteException unusable)
        {
            throw new StorageUnusableException($"The store {file} cannot be opened: {unusable.Message}. Is the directory writable, and the file a store of this server?", unusable);
        }
    }

    public async Task<T> ReadAsync<T>(Func<DbSession, Task<T>> work, CancellationToken ct = default)
    {
        await using var connection = await ConnectAsync(ct);
        return await work(new DbSession(connection));
    }

    /// <summary>Runs <paramref name="work"/> in a transaction. When it throws, nothing of it remains.</summary>
    public async Task<T> WriteAsync<T>(Func<DbSession, Task<T>> work, CancellationToken ct = default)
    {
        await _writing.WaitAsync(ct);
        try
        {
            await using var connection = await ConnectAsync(ct);
            var session = new DbSession(connection);
            var result = await Atomic.RunAsync(connection, () => work(session), ct);
            session.Committed();
            return result;
        }
        finally
        {
            _writing.Release();
        }
    }

    public void Dispose()
    {
        _writing.Dispose();
        // The pool holds the file open; a store that is closed must be free to move or delete.
        using var connection = new SqliteConnection(_connectionString);
        SqliteConnection.ClearPool(connection);
    }

    private async Task<SqliteConnection> ConnectAsync(CancellationToken ct)
    {
        var connection = new SqliteConnection(_connectionString);
        await connection.OpenAsync(ct);
        return connection;
    }
}
