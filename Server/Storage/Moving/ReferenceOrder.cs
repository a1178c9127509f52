namespace IwTune.Server.Storage.Moving;

/// <summary>Tables in an order in which none refers to a later one.</summary>
internal static class ReferenceOrder
{
    /// <param name="tables">All of them.</param>
    /// <param name="references">A table, and one that it refers to.</param>
    public static IReadOnlyList<string> Of(IReadOnlyList<string> tables, IReadOnlyList<(string Table, string To)> references)
    {
        var parents = references.Where(one => one.Table != one.To).ToLookup(one => one.Table, one => one.To, StringComparer.Ordinal);
        var (ordered, seen) = (new List<string>(tables.Count), new HashSet<string>(StringComparer.Ordinal));
        foreach (var table in tables)
            Visit(table);
        return ordered;

        void Visit(string table)
        {
            if (!seen.Add(table))
                return;
            foreach (var parent in parents[table].Order(StringComparer.Ordinal))
                Visit(parent);
            ordered.Add(table);
        }
    }
}
