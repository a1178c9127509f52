namespace IwTune.Server.Storage;

/// <summary>A column of a table.</summary>
internal sealed class Column
{
    public string Name { get; init; } = "";

    /// <summary>text, bigint, boolean, double precision or bytea.</summary>
    public string Type { get; init; } = "";

    public static string List(IEnumerable<Column> columns) => string.Join(", ", columns.Select(column => $"\"{column.Name}\""));
}
