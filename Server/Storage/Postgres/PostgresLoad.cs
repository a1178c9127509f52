using Npgsql;
using NpgsqlTypes;

namespace IwTune.Server.Storage.Postgres;

/// <summary>Appends rows by binary copy, without keeping them.</summary>
internal static class PostgresLoad
{
    public static async Task<long> RunAsync(
        NpgsqlConnection connection,
        string table,
        IReadOnlyList<Column> columns,
        IAsyncEnumerable<object?[]> rows,
        int? seconds = null
    )
    {
        await using var copy = await connection.BeginBinaryImportAsync($"copy {table} ({Column.List(columns)}) from stdin (format binary)");
        if (seconds is { } limit)
            copy.Timeout = TimeSpan.FromSeconds(limit);
        var types = columns.Select(column => TypeOf(table, column)).ToArray();
        var count = 0L;
        await foreach (var row in rows)
        {
            await copy.StartRowAsync();
            for (var i = 0; i < row.Length; i++)
                await WriteAsync(copy, row[i], types[i]);
            count++;
        }
        await copy.CompleteAsync();
        return count;
    }

    private static Task WriteAsync(NpgsqlBinaryImporter copy, object? value, NpgsqlDbType type) =>
        (value, type) switch
        {
            (null, _) => copy.WriteNullAsync(),
            (string text, _) => copy.WriteAsync(text, type),
            (int number, _) => WriteAsync(copy, (long)number, type),
            (long number, NpgsqlDbType.Boolean) => copy.WriteAsync(number != 0, type),
            (long number, NpgsqlDbType.Double) => copy.WriteAsync((double)number, type),
            (long number, _) => copy.WriteAsync(number, type),
            (double real, NpgsqlDbType.Bigint) => copy.WriteAsync((long)real, type),
            (double real, _) => copy.WriteAsync(real, type),
            (bool flag, _) => copy.WriteAsync(flag, type),
            (byte[] bytes, _) => copy.WriteAsync(bytes, type),
            _ => throw new ArgumentException($"A value of type {value.GetType()} cannot be stored.", nameof(value)),
        };

    private static NpgsqlDbType TypeOf(string table, Column column) =>
        column.Type switch
        {
            "text" => NpgsqlDbType.Text,
            "bigint" => NpgsqlDbType.Bigint,
            "boolean" => NpgsqlDbType.Boolean,
            "double precision" => NpgsqlDbType.Double,
            "bytea" => NpgsqlDbType.Bytea,
            _ => throw new ArgumentException($"{table}.{column.Name} is of type {column.Type}, which is not copied.", nameof(column)),
        };
}
