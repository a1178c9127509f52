using System.Data.Common;

namespace IwTune.Server.Storage;

/// <summary>What the two databases do differently. Everything else is SQL that both understand.</summary>
internal interface IStore : IAsyncDisposable
{
    /// <summary>Name and version of the engine, for people.</summary>
    string Engine { get; }

    /// <summary>Whose texts of migrations it takes.</summary>
    string Dialect { get; }

    /// <summary>Where the store is, without a secret.</summary>
    string Shown { get; }

    /// <summary>
    /// Concurrent transactions of <see cref="WriteLane.Hosts"/> in this process; 1 where they are no different from others.
    /// </summary>
    int HostLanes { get; }

    /// <summary>
    /// Time-out of a statement in a transaction, seconds: others wait for it. <see langword="null"/> where nothing but the engine itself
    /// can be slow.
    /// </summary>
    int? WriteSeconds { get; }

    /// <summary>True when several servers may share it, and so must announce their changes to each other.</summary>
    bool IsShared { get; }

    Task<DbConnection> ConnectAsync(CancellationToken ct);

    /// <summary>The path to the database was lost: connections that are kept for later are not used again.</summary>
    void ForgetConnections();

    /// <summary>A connection that stays open: its session holds locks, or receives other servers' messages.</summary>
    Task<DbConnection> ConnectAloneAsync(CancellationToken ct);

    /// <summary>Notifies the other servers; within a transaction, once it is committed.</summary>
    Task NotifyAsync(DbConnection connection, IReadOnlyList<string> messages);

    /// <summary>Begins a transaction and waits for its turn.</summary>
    /// <param name="connection">An open connection without a transaction.</param>
    /// <param name="lane">Which transactions it excludes.</param>
    /// <param name="hosts">The hosts of <see cref="WriteLane.Hosts"/>.</param>
    /// <param name="ct">Ends the waiting.</param>
    /// <returns>The argument for <see cref="WasCommittedAsync"/>.</returns>
    Task<string?> BeginAsync(DbConnection connection, WriteLane lane, IReadOnlyList<string> hosts, CancellationToken ct);

    /// <summary>
    /// Lets the current transaction pause, which otherwise counts as the silence of a server that hangs: its rows come from elsewhere.
    /// </summary>
    Task AllowPausesAsync(DbConnection connection);

    /// <summary>Ends a transaction that failed, whatever state it is in.</summary>
    Task RollbackAsync(DbConnection connection);

    /// <summary>Commits.</summary>
    /// <returns>Why it may be lost although it is committed; <see langword="null"/> when it cannot.</returns>
    Task<string?> CommitAsync(DbConnection connection);

    /// <summary>Whether a transaction whose commit got no answer was committed; <see langword="null"/> when that cannot be known.</summary>
    Task<bool?> WasCommittedAsync(string? transaction);

    /// <summary>True where evidence is divided by time (<see cref="Partitions.EvidencePartitions"/>).</summary>
    bool IsPartitioned { get; }

    /// <summary>Tables of the store, without views; a table with partitions is one.</summary>
    Task<IReadOnlyList<string>> TablesAsync(DbConnection connection);

    /// <summary>Which table refers to which.</summary>
    Task<IReadOnlyList<(string Table, string To)>> ReferencesAsync(DbConnection connection);

    /// <summary>Begins a transaction that sees one moment and changes nothing.</summary>
    Task BeginSnapshotAsync(DbConnection connection);

    /// <summary>Whether another program uses the store now, as far as the store can know.</summary>
    Task<bool> IsInUseAsync(DbConnection connection);

    /// <summary>Whether a server, of whatever version, is running on a shared store and leads; false for a store of its own.</summary>
    Task<bool> IsLedAsync(DbConnection connection);

    /// <summary>The columns of a table in the order of their names, each with its type as migrations write it.</summary>
    Task<IReadOnlyList<Column>> ColumnsAsync(DbConnection connection, string table);

    /// <summary>Appends rows to a table, as they come.</summary>
    /// <returns>How many.</returns>
    Task<long> LoadAsync(DbConnection connection, string table, IReadOnlyList<Column> columns, IAsyncEnumerable<object?[]> rows);

    /// <summary>The actions of a schema step besides its text, in the same transaction.</summary>
    Task AfterMigrationAsync(DbConnection connection);

    /// <summary>The statement in this database's dialect.</summary>
    string Text(string sql);

    /// <summary>Its values in the form of this database's driver.</summary>
    object? Values(string sql, object? values);

    /// <summary>Runs a statement for each of at least one row.</summary>
    Task ManyAsync(DbConnection connection, BulkStatement statement, IReadOnlyList<object?[]> rows, int? seconds);

    /// <summary>What a failure means for the caller.</summary>
    StoreFault Explain(DbException failure);
}
