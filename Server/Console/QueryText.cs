namespace IwTune.Server.Console;

/// <summary>The text of a search, changed by a click.</summary>
internal static class QueryText
{
    /// <summary>With one more term; the one that it has for the same key goes.</summary>
    /// <param name="query">May be empty.</param>
    /// <param name="key">The term's.</param>
    /// <param name="value">The term's.</param>
    public static string Narrowed(string? query, string key, string value) =>
        string.Join(' ', [.. Words(query).Where(word => !IsOf(word, key)), $"{key}:{value}"]);

    /// <summary>Narrowed to the hosts that have no value for the key.</summary>
    /// <inheritdoc cref="Narrowed"/>
    public static string NarrowedToNone(string? query, string key) =>
        string.Join(' ', [.. Words(query).Where(word => !IsOf(word, key)), $"-{key}:*"]);

    /// <summary>Without the terms of a key.</summary>
    /// <returns><see langword="null"/> when nothing is left.</returns>
    public static string? Without(string? query, string key)
    {
        var left = string.Join(' ', Words(query).Where(word => !IsOf(word, key)));
        return left.Length == 0 ? null : left;
    }

    /// <summary>True for a value that means only itself in a search: no comma, star or blank.</summary>
    public static bool IsWord(string value) =>
        value.Length > 0 && value.All(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '.' or '_' or '+');

    /// <summary>True when a term of it asks for this value.</summary>
    public static bool Asks(string? query, string key, string value) =>
        Words(query).Any(word => word.Equals($"{key}:{value}", StringComparison.OrdinalIgnoreCase));

    private static string[] Words(string? query) => (query ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static bool IsOf(string word, string key) =>
        word.StartsWith(key + ":", StringComparison.OrdinalIgnoreCase) || word.Equals($"-{key}:*", StringComparison.OrdinalIgnoreCase);
}
