using System.Data.Common;
using System.Runtime.CompilerServices;
using Dapper;

namespace IwTune.Server.Storage.Moving;

/// <summary>Copies every table of a store into another one whose schema is the same and whose transaction is open.</summary>
internal static class StoreCopy
{
    /// <summary>Says for itself what was done to the schema: each database has its own.</summary>
    private const string Steps = "migrations";

    /// <param name="source">Where the rows are; what is read is one moment.</param>
    /// <param name="from">A connection to it.</param>
    /// <param name="target">Where they go.</param>
    /// <param name="to">A connection to it, in a transaction.</param>
    /// <param name="told">Receives each table and its number of rows.</param>
    /// <exception cref="StorageUnusableException">The tables are not the same, or not all rows arrived.</exception>
    public static async Task<long> RunAsync(IStore source, DbConnection from, IStore target, DbConnection to, Action<string, long> told)
    {
        var tables = await target.TablesAsync(to);
        var others = await source.TablesAsync(from);
        if (!tables.SequenceEqual(others, StringComparer.Ordinal))
            throw new StorageUnusableException(
                $"{source.Shown} and {target.Shown} have different tables: "
                    + $"{string.Join(", ", tables.Except(others).Concat(others.Except(tables)))}."
            );
        var ordered = ReferenceOrder.Of([.. tables.Where(table => table != Steps)], await target.ReferencesAsync(to));
        // What steps of the schema put there.
        foreach (var table in ordered.Reverse())
            await to.ExecuteAsync($"delete from {table}");
        var total = 0L;
        foreach (var table in ordered)
        {
            var columns = await target.ColumnsAsync(to, table);
            var rows = await target.LoadAsync(to, table, columns, RowsAsync(from, table, columns));
            var (there, here) = (
                await from.ExecuteScalarAsync<long>($"select count(*) from {table}"),
                await to.ExecuteScalarAsync<long>($"select count(*) from {table}")
            );
            if (rows != there || here != there)
                throw new StorageUnusableException($"Of the {there} rows of {table} {here} arrived. Nothing was changed.");
            told(table, rows);
            total += rows;
        }
        return total;
    }

    private static async IAsyncEnumerable<object?[]> RowsAsync(
        DbConnection from,
        string table,
        IReadOnlyList<Column> columns,
        [EnumeratorCancellation] CancellationToken ct = default
    )
    {
        await using var command = from.CreateCommand();
        command.CommandText = $"select {Column.List(columns)} from {table}";
        await using var reader = await command.ExecuteReaderAsync(ct);
        while (await reader.ReadAsync(ct))
        {
            var row = new object?[columns.Count];
            for (var i = 0; i < row.Length; i++)
                // PostgreSQL accepts no NUL in text.
                row[i] = reader.GetValue(i) switch
                {
                    DBNull => null,
                    string text => text.Replace('\0', '\uFFFD'),
                    var value => value,
                };
            yield return row;
        }
    }
}
