using System.Text.RegularExpressions;

namespace IwTune.Server.Storage.Postgres;

/// <summary>
/// What Dapper writes for lists on SQLite (<c>in (@ids1, @ids2, …)</c>), a driver with arrays does without: one statement for lists of any
/// length, planned once.
/// </summary>
internal static partial class PostgresText
{
    private static readonly RewrittenTexts Texts = new(sql =>
        Within().Replace(Outside().Replace(sql, "<> all(${list})"), "= any(${list})")
    );

    public static string Of(string sql) => Texts.Of(sql);

    [GeneratedRegex(@"\bnot in (?<list>@\w+)", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Outside();

    [GeneratedRegex(@"\bin (?<list>@\w+)", RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Within();
}
