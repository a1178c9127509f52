namespace IwTune.Server.Storage;

/// <summary>
/// One statement for many rows. A fleet's data is written a set at a time: prepared once on SQLite, one round trip on PostgreSQL.
/// </summary>
internal sealed class BulkStatement
{
    private BulkStatement(
        IReadOnlyList<string> names,
        IReadOnlyList<string> types,
        string each,
        string together,
        string? appendsTo = null
    ) => (Names, Types, Each, Together, AppendsTo) = (names, types, each, together, appendsTo);

    /// <summary>The table that only gets new rows, with no key that could be there; <see langword="null"/> where rows change.</summary>
    public string? AppendsTo { get; }

    public IReadOnlyList<string> Names { get; }

    /// <summary>Of each column: text, bigint, boolean or double precision.</summary>
    public IReadOnlyList<string> Types { get; }

    /// <summary>For one row, its values by position.</summary>
    public string Each { get; }

    /// <summary>For all rows, a column an array.</summary>
    public string Together { get; }

    /// <param name="table">Where the rows go.</param>
    /// <param name="columns">Name and type of each: <c>host_id text, number bigint</c>.</param>
    /// <param name="tail"><c>on conflict …</c>; then no key may come twice.</param>
    public static BulkStatement Insert(string table, string columns, string tail = "")
    {
        var (names, types) = Parse(columns);
        var list = string.Join(", ", names);
        return new(
            names,
            types,
            $"insert into {table} ({list}) values ({string.Join(", ", names.Select((_, i) => $"?{i + 1}"))}) {tail}",
            $"insert into {table} ({list}) select * from {Rows(names, types)} where true {tail}",
            tail.Length == 0 ? table : null
        );
    }

    /// <param name="table">Whose rows change.</param>
    /// <param name="columns">The key first, then what is set.</param>
    public static BulkStatement Update(string table, string columns)
    {
        var (names, types) = Parse(columns);
        return new(
            names,
            types,
            $"update {table} set {string.Join(", ", names.Skip(1).Select((name, i) => $"{name} = ?{i + 2}"))} where {names[0]} = ?1",
            $"update {table} set {string.Join(", ", names.Skip(1).Select(name => $"{name} = given.{name}"))} from {Rows(names, types)} "
                + $"where {table}.{names[0]} = given.{names[0]}"
        );
    }

    private static string Rows(IReadOnlyList<string> names, IReadOnlyList<string> types) =>
        $"unnest({string.Join(", ", names.Select((name, i) => $"cast(@{name} as {types[i]}[])"))}) as given({string.Join(", ", names)})";

    private static (IReadOnlyList<string> Names, IReadOnlyList<string> Types) Parse(string columns)
    {
        var pairs = columns.Split(',', StringSplitOptions.TrimEntries).Select(column => column.Split(' ', 2)).ToList();
        return (pairs.ConvertAll(pair => pair[0]), pairs.ConvertAll(pair => pair[1]));
    }
}
