using System.Collections.Concurrent;
using System.Text.RegularExpressions;

namespace IwTune.Server.Storage.Postgres;

/// <summary>
/// What Dapper writes for lists on SQLite (<c>in (@ids1, @ids2, …)</c>), a driver with arrays does without: one statement for lists of any
/// length, planned once.
/// </summary>
internal static partial class PostgresText
{
    private static readonly ConcurrentDictionary<string, string> Known = new(StringComparer.Ordinal);

    // Texts are constants, except for a few whose parts are; the bound is for dynamic ones in the future.
    private const int Most = 4096;

    public static string Of(string sql)
    {
        if (Known.TryGetValue(sql, out var known))
            return known;
        var text = Within().Replace(Outside().Replace(sql, "<> all(${list})"), "= any(${list})");
        if (Known.Count < Most)
            Known[sql] = text;
        return text;
    }

    [GeneratedRegex(@"\bnot in (?<list>@\w+)", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Outside();

    [GeneratedRegex(@"\bin (?<list>@\w+)", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Within();
}
