using System.Data.Common;
using Dapper;

namespace IwTune.Server.Storage.Postgres;

/// <summary>
/// Text is ordered and compared by its bytes, as SQLite does it, whatever the database's own collation: pages cut by a key, what a
/// language calls equal, and indexes that a new version of the C library would make wrong (PostgreSQL wiki, "Locale data changes").
/// </summary>
internal static class ByteOrder
{
    public static async Task ApplyAsync(DbConnection connection)
    {
        var columns = await connection.QueryAsync<(string Table, string Column)>(
            """
            select c.table_name::text, c.column_name::text from information_schema.columns c
            join pg_class t on t.relnamespace = current_schema()::regnamespace and t.relname = c.table_name
            where c.table_schema = current_schema() and t.relkind in ('r', 'p') and not t.relispartition and c.data_type = 'text'
              and c.collation_name is distinct from 'C'
            """
        );
        foreach (var table in columns.GroupBy(column => column.Table, StringComparer.Ordinal))
            await connection.ExecuteAsync(
                $"alter table \"{table.Key}\" "
                    + $"{string.Join(", ", table.Select(column => $"alter column \"{column.Column}\" type text collate \"C\""))}"
            );
    }
}
