using System.Data.Common;
using Dapper;
using IwTune.Server.Storage.Feed;

namespace IwTune.Server.Storage;

/// <summary>One connection, inside a transaction when it writes. SQL text is the same for every database.</summary>
public sealed class DbSession : IAsyncDisposable
{
    private readonly List<Action> _afterCommit = [];
    private readonly IStore _store;
    private readonly WriteLane? _lane;
    private readonly int? _seconds;
    private DbConnection _connection;

    /// <param name="connection">Open; the session closes it.</param>
    /// <param name="store">Where it leads to.</param>
    /// <param name="lane">Of the transaction; <see langword="null"/> outside of one.</param>
    internal DbSession(DbConnection connection, IStore store, WriteLane? lane) =>
        (_connection, _store, _lane, _seconds) = (
            connection,
            store,
            lane,
            lane is WriteLane.Ordered or WriteLane.Hosts ? store.WriteSeconds : null
        );

    /// <summary>The connection itself, for the storage's own statements.</summary>
    internal DbConnection Connection => _connection;

    /// <summary>Whether nothing that others write meanwhile is seen: in a snapshot, and in a transaction.</summary>
    internal bool SeesOneMoment => _lane is not null;

    internal ChangeMessages Told { get; } = new();

    /// <summary>
    /// What memory must know once this is stored, and never before: runs after the commit, before the next writer; not at all when the
    /// commit fails.
    /// </summary>
    public void AfterCommit(Action act) => _afterCommit.Add(act);

    /// <summary>
    /// What other servers of this store have read into memory and must read again once this is stored. This one's memory is
    /// <see cref="AfterCommit"/>'s.
    /// </summary>
    /// <param name="topic">One of <see cref="Topic"/>.</param>
    /// <param name="key">Which of them; empty where the topic has but one.</param>
    public void Tell(string topic, string key = "") => Told.Add(topic, key);

    /// <summary>
    /// Says that what follows has an order among all writers: a chain, a number that is one higher, a row that all share. Where the
    /// transaction has none, it is undone and run again in order (<see cref="Database.IngestAsync"/>).
    /// </summary>
    public void InOrder()
    {
        if (_lane == WriteLane.Hosts)
            throw new OutOfOrderException();
    }

    internal void Committed() => _afterCommit.ForEach(act => act());

    /// <returns>Rows changed.</returns>
    public Task<int> ExecuteAsync(string sql, object? values = null) =>
        _connection.ExecuteAsync(_store.Text(sql), _store.Values(sql, values), commandTimeout: _seconds);

    /// <summary>Runs a statement for every row; each row has a value for each of its columns, in their order.</summary>
    internal Task ManyAsync(BulkStatement statement, IReadOnlyList<object?[]> rows) =>
        rows.Count == 0 ? Task.CompletedTask : _store.ManyAsync(_connection, statement, rows, _seconds);

    public Task<T?> FindAsync<T>(string sql, object? values = null) =>
        TryAsync(connection =>
            connection.QuerySingleOrDefaultAsync<T>(_store.Text(sql), _store.Values(sql, values), commandTimeout: _seconds)
        );

    public async Task<IReadOnlyList<T>> ListAsync<T>(string sql, object? values = null) =>
        (
            await TryAsync(connection => connection.QueryAsync<T>(_store.Text(sql), _store.Values(sql, values), commandTimeout: _seconds))
        ).AsList();

    /// <summary>The rows one after the other, none kept: for what is as many as the fleet.</summary>
    public IAsyncEnumerable<T> StreamAsync<T>(string sql, object? values = null) =>
        _connection.QueryUnbufferedAsync<T>(_store.Text(sql), _store.Values(sql, values), commandTimeout: _seconds);

    /// <summary>
    /// The first column of each row with its second, read without an object in between: for what is as many as the fleet.
    /// </summary>
    public Task<ValuesById<T>> MapAsync<T>(string sql) => MapAsync(sql, row => row.GetFieldValue<T>(1));

    /// <summary>The id in the first column of each row with what is read from the others.</summary>
    public Task<ValuesById<T>> MapAsync<T>(string sql, Func<DbDataReader, T> read) =>
        TryAsync(async connection =>
        {
            await using var command = connection.CreateCommand();
            (command.CommandText, command.CommandTimeout) = (_store.Text(sql), _seconds ?? command.CommandTimeout);
            await using var reader = await command.ExecuteReaderAsync();
            var values = new ValuesById<T>();
            while (await reader.ReadAsync())
                values.Add(reader.GetString(0), read(reader));
            return values;
        });

    public async Task<T> ValueAsync<T>(string sql, object? values = null) =>
        (
            await TryAsync(connection =>
                connection.ExecuteScalarAsync<T>(_store.Text(sql), _store.Values(sql, values), commandTimeout: _seconds)
            )
        )!;

    public ValueTask DisposeAsync() => _connection.DisposeAsync();

    /// <summary>
    /// Once more on another connection when this one was ended by a restart of the database: a statement that only reads may be repeated.
    /// </summary>
    private async Task<T> TryAsync<T>(Func<DbConnection, Task<T>> act)
    {
        try
        {
            return await act(_connection);
        }
        catch (DbException failed) when (_lane is null && _store.Explain(failed).Lost)
        {
            await _connection.DisposeAsync();
            _connection = await _store.ConnectAsync(CancellationToken.None);
            return await act(_connection);
        }
    }
}
