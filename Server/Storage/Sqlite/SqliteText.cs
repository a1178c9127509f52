using System.Text.RegularExpressions;

namespace IwTune.Server.Storage.Sqlite;

/// <summary>
/// SQLite has no lateral joins: the first row of each is joined by its id instead. PostgreSQL reads that form as a join of two whole
/// tables, and is three times slower.
/// </summary>
internal static partial class SqliteText
{
    private static readonly RewrittenTexts Texts = new(sql =>
        Lateral().Replace(sql, "left join ${table} ${name} on ${name}.id = (select ${row}.id from ${table} ${row} ${which})")
    );

    public static string Of(string sql) => Texts.Of(sql);

    [GeneratedRegex(
        @"\bleft join lateral \(\s*select (?<row>\w+)\.\* from (?<table>\w+) \w+ (?<which>where .+? limit 1)\s*\) (?<name>\w+) on true",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture | RegexOptions.Singleline,
        1000
    )]
    private static partial Regex Lateral();
}
