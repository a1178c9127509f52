namespace IwTune.Server.Features.Hosts;

/// <summary>What a label may look like, so that selectors, URLs and command lines can carry it without quotes.</summary>
internal static class Labels
{
    public const int MaxCount = 64,
        MaxLength = 63;

    /// <summary>Everything that is wrong, a sentence each.</summary>
    public static IReadOnlyList<string> Problems(IReadOnlyDictionary<string, string> labels)
    {
        var problems = new List<string>();
        if (labels.Count > MaxCount)
            problems.Add($"{labels.Count} labels are too many; at most {MaxCount}");
        foreach (var (key, value) in labels)
            problems.AddRange(((string?[])[KeyProblem(key), ValueProblem(key, value)]).OfType<string>());
        return problems;
    }

    /// <summary>Why a text can be no label's key, as a sentence; <see langword="null"/> when it can.</summary>
    public static string? KeyProblem(string key) =>
        !IsKey(key)
            ? $"label '{Shown(key)}': a key is 1 to {MaxLength} lower-case letters, digits, '-', '_', '.' or '/', and begins with no '-'"
        : SelectorKeys.IsReserved(key) ? $"label '{key}': this name is taken by a fact of the host or by searches; choose another"
        : null;

    /// <summary>Why a text can be no label's value, as a sentence; <see langword="null"/> when it can.</summary>
    public static string? ValueProblem(string key, string? value) =>
        IsValue(value)
            ? null
            : $"label '{Shown(key)}': the value '{Shown(value)}' is not 1 to {MaxLength} letters, digits, '-', '_', '.', '/' or '@'";

    public static bool IsKey(string key) => SelectorKeys.IsKey(key);

    public static bool IsValue(string? value) =>
        value is { Length: > 0 and <= MaxLength } && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' or '/' or '@');

    /// <summary>Reads <c>k=v,k=v</c>.</summary>
    /// <returns>The labels, and everything that is wrong with them.</returns>
    public static (IReadOnlyDictionary<string, string> Labels, IReadOnlyList<string> Problems) Parse(string text)
    {
        var labels = new Dictionary<string, string>(StringComparer.Ordinal);
        var problems = new List<string>();
        foreach (var pair in text.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            var at = pair.IndexOf('=', StringComparison.Ordinal);
            if (at < 0)
                problems.Add($"'{pair}' is not key=value");
            else if (!labels.TryAdd(pair[..at], pair[(at + 1)..]))
                problems.Add($"'{pair[..at]}' is given twice");
        }
        problems.AddRange(Problems(labels));
        return (labels, problems);
    }

    private static string Shown(string? text) =>
        text is null ? ""
        : text.Length > 40 ? text[..40] + "…"
        : text;
}
