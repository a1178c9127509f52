using System.Data.Common;
using Dapper;

namespace IwTune.Server.Storage;

/// <summary>One connection, inside a transaction when it writes. SQL text is the same for every database.</summary>
public sealed class DbSession(DbConnection connection)
{
    private readonly List<Action> _afterCommit = [];

    /// <summary>What memory must know once this is stored, and never before: runs after the commit, before the next writer; not at all when the commit fails.</summary>
    public void AfterCommit(Action act) => _afterCommit.Add(act);

    internal void Committed() => _afterCommit.ForEach(act => act());

    /// <returns>Rows changed.</returns>
    public Task<int> ExecuteAsync(string sql, object? values = null) => connection.ExecuteAsync(sql, values);

    public Task<T?> FindAsync<T>(string sql, object? values = null) => connection.QuerySingleOrDefaultAsync<T>(sql, values);

    public async Task<IReadOnlyList<T>> ListAsync<T>(string sql, object? values = null) =>
        (await connection.QueryAsync<T>(sql, values)).AsList();

    /// <summary>The rows one after the other, none kept: for what is as many as the fleet.</summary>
    public IAsyncEnumerable<T> StreamAsync<T>(string sql, object? values = null) => connection.QueryUnbufferedAsync<T>(sql, values);

    public async Task<T> ValueAsync<T>(string sql, object? values = null) =>
        (await connection.ExecuteScalarAsync<T>(sql, values))!;
}
