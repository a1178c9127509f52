using System.Globalization;

namespace IwTune.Shared.Policies;

/// <summary>The small grammars of a policy's words.</summary>
internal static class Text
{
    /// <summary>Lower-case letters, digits, hyphens inside; 1..63 characters (RFC 1123 §2.1).</summary>
    internal static bool IsDnsLabel(string text) =>
        text.Length is >= 1 and <= 63
        && text[0] != '-'
        && text[^1] != '-'
        && text.All(c => c is (>= 'a' and <= 'z') or (>= '0' and <= '9') or '-');

    /// <summary>True when an unquoted word is not text to YAML's core schema (YAML 1.2.2 §10.3.2) or to JSON.</summary>
    internal static bool ReadsAsOther(string word) => word is "" or "~" or "null" or "true" or "false" || word.All(char.IsAsciiDigit);

    /// <summary><c>30s</c>, <c>2m</c>, <c>1h</c>; <see langword="null"/> for anything else.</summary>
    internal static TimeSpan? Duration(string text)
    {
        if (text.Length is < 2 or > 6 || Number(text[..^1]) is not { } count)
            return null;
        return text[^1] switch
        {
            's' => TimeSpan.FromSeconds(count),
            'm' => TimeSpan.FromMinutes(count),
            'h' => TimeSpan.FromHours(count),
            _ => null,
        };
    }

    /// <summary>A whole number without sign, leading zero, exponent or separator; <see langword="null"/> for anything else.</summary>
    internal static int? Number(string text)
    {
        if (text.Length is 0 or > 9 || (text.Length > 1 && text[0] == '0') || !text.All(char.IsAsciiDigit))
            return null;
        return int.Parse(text, CultureInfo.InvariantCulture);
    }
}
