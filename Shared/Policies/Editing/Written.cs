using System.Text.Encodings.Web;
using System.Text.Json;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Shared.Policies.Editing;

/// <summary>Writes words so that they are read back as they are, and cannot be anything but a word.</summary>
internal static class Written
{
    internal static string Key(string key, string text) => Document.LooksLikeJson(text) ? $"\"{key}\"" : key;

    /// <summary>A value that may be a number: <c>10</c>, <c>auto</c>, <c>100</c> of a table.</summary>
    /// <param name="value">The word.</param>
    /// <param name="text">The document it is for.</param>
    /// <param name="before">The value that it replaces, whose quotation marks it keeps.</param>
    internal static string Value(string value, string text, Part? before = null) =>
        before is not null && text[before.Start] is '"' or '\'' && !Document.LooksLikeJson(text) ? Quoted(value, text[before.Start])
        : Text.Number(value) is not null ? value
        : Document.LooksLikeJson(text) ? Quoted(value, '"')
        : IsPlain(value) ? value
        : Quoted(value, '\'');

    /// <summary>A value that is text also where it looks like a number or a boolean.</summary>
    internal static string Word(string value, string text, Part? before = null) =>
        Text.ReadsAsOther(value) ? Quoted(value, '"') : Value(value, text, before);

    private static string Quoted(string value, char mark) =>
        mark == '\'' && !value.Any(char.IsControl)
            ? $"'{value.Replace("'", "''", StringComparison.Ordinal)}'"
            : $"\"{JsonEncodedText.Encode(value, JavaScriptEncoder.UnsafeRelaxedJsonEscaping)}\"";

    // Narrower than YAML's plain scalars: words of letters and marks that mean nothing anywhere.
    private static bool IsPlain(string value) =>
        value.Length > 0
        && char.IsAsciiLetterOrDigit(value[0])
        && value
            .Split(' ')
            .All(word => word.Length > 0 && word[^1] != ':' && word.All(c => char.IsAsciiLetterOrDigit(c) || "._/:*-".Contains(c)));
}
