using Npgsql;
using NpgsqlTypes;

namespace IwTune.Server.Storage.Postgres;

/// <summary>
/// Runs a statement for many rows on PostgreSQL: a column is an array, all of them travel at once. Very many new ones are copied.
/// </summary>
internal static class PostgresRows
{
    // COPY writes a page at a time, at the cost of one more round trip.
    private const int Copied = 100;

    public static async Task RunAsync(NpgsqlConnection connection, BulkStatement statement, IReadOnlyList<object?[]> rows, int? seconds)
    {
        if (statement.AppendsTo is { } table && rows.Count >= Copied)
        {
            await PostgresLoad.RunAsync(
                connection,
                table,
                [.. statement.Names.Zip(statement.Types, (name, type) => new Column { Name = name, Type = type })],
                rows.ToAsyncEnumerable(),
                seconds
            );
            return;
        }
        await using var command = new NpgsqlCommand(statement.Together, connection);
        command.CommandTimeout = seconds ?? command.CommandTimeout;
        for (var i = 0; i < statement.Names.Count; i++)
        {
            var (values, type) = Column(statement.Types[i], rows, i);
            command.Parameters.Add(new NpgsqlParameter(statement.Names[i], NpgsqlDbType.Array | type) { Value = values });
        }
        await command.ExecuteNonQueryAsync();
    }

    private static (Array Values, NpgsqlDbType Type) Column(string type, IReadOnlyList<object?[]> rows, int at) =>
        type switch
        {
            "text" => (Values(rows, at, value => (string?)value), NpgsqlDbType.Text),
            "bigint" => (Values(rows, at, value => value is int small ? small : (long?)value), NpgsqlDbType.Bigint),
            "boolean" => (Values(rows, at, value => (bool?)value), NpgsqlDbType.Boolean),
            "double precision" => (Values(rows, at, value => (double?)value), NpgsqlDbType.Double),
            _ => throw new ArgumentException($"A column of type {type} cannot be stored.", nameof(type)),
        };

    private static T[] Values<T>(IReadOnlyList<object?[]> rows, int at, Func<object?, T> read)
    {
        var values = new T[rows.Count];
        for (var i = 0; i < values.Length; i++)
            values[i] = read(rows[i][at]);
        return values;
    }
}
