using System.Data.Common;
using Dapper;

namespace IwTune.Server.Storage;

/// <summary>One connection, inside a transaction when it writes. SQL text is the same for every database.</summary>
public sealed class DbSession(DbConnection connection, DbTransaction? transaction)
{
    /// <returns>Rows changed.</returns>
    public Task<int> ExecuteAsync(string sql, object? values = null) => connection.ExecuteAsync(sql, values, transaction);

    public Task<T?> FindAsync<T>(string sql, object? values = null) => connection.QuerySingleOrDefaultAsync<T>(sql, values, transaction);

    public async Task<IReadOnlyList<T>> ListAsync<T>(string sql, object? values = null) =>
        (await connection.QueryAsync<T>(sql, values, transaction)).AsList();

    public async Task<T> ValueAsync<T>(string sql, object? values = null) =>
        (await connection.ExecuteScalarAsync<T>(sql, values, transaction))!;
}
