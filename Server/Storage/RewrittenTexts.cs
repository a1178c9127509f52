using System.Collections.Concurrent;

namespace IwTune.Server.Storage;

/// <summary>Statements as one database needs them, rewritten once.</summary>
internal sealed class RewrittenTexts(Func<string, string> rewrite)
{
    // Texts are constants, except for a few whose parts are; the bound is for dynamic ones in the future.
    private const int Most = 4096;

    private readonly ConcurrentDictionary<string, string> _known = new(StringComparer.Ordinal);

    public string Of(string sql)
    {
        if (_known.TryGetValue(sql, out var known))
            return known;
        var text = rewrite(sql);
        if (_known.Count < Most)
            _known[sql] = text;
        return text;
    }
}
