namespace IwTune.Shared.Selectors;

/// <summary>
/// The order of versions: numbers as numbers, words as words, and a number above a word, so that 6.1.0 is above 6.1-rc3. A version is
/// compared with another only as far as the other is written: 5.15.0-91-generic is 5.15, and is neither above nor below it.
/// </summary>
public static class VersionOrder
{
    /// <summary>Whether a text begins like a version: a digit, or <c>v</c> and a digit.</summary>
    public static bool IsVersion(ReadOnlySpan<char> text) =>
        text.Length > 0 && (char.IsAsciiDigit(text[0]) || (text.Length > 1 && text[0] is 'v' or 'V' && char.IsAsciiDigit(text[1])));

    /// <summary>Holds a version against another, as far as the other is written. What is missing counts as 0.</summary>
    /// <returns>Below zero when it is older, above when it is newer; <see langword="null"/> when it is no version.</returns>
    public static int? Compare(ReadOnlySpan<char> actual, ReadOnlySpan<char> written)
    {
        if (!IsVersion(actual))
            return null;
        actual = actual[(char.IsAsciiDigit(actual[0]) ? 0 : 1)..];
        while (Next(ref written, out var expected))
        {
            if (!Next(ref actual, out var part))
                part = "0";
            if (Part(part, expected) is var order and not 0)
                return order;
        }
        return 0;
    }

    /// <summary>The next run of digits or of letters; what stands between them only separates.</summary>
    private static bool Next(ref ReadOnlySpan<char> rest, out ReadOnlySpan<char> part)
    {
        var from = 0;
        while (from < rest.Length && !char.IsAsciiLetterOrDigit(rest[from]))
            from++;
        var to = from;
        while (to < rest.Length && char.IsAsciiLetterOrDigit(rest[to]) && char.IsAsciiDigit(rest[to]) == char.IsAsciiDigit(rest[from]))
            to++;
        part = rest[from..to];
        rest = rest[to..];
        return part.Length > 0;
    }

    private static int Part(ReadOnlySpan<char> a, ReadOnlySpan<char> b)
    {
        var number = char.IsAsciiDigit(a[0]);
        if (number != char.IsAsciiDigit(b[0]))
            return number ? 1 : -1;
        if (!number)
            return a.CompareTo(b, StringComparison.OrdinalIgnoreCase);
        // Digits without leading zeros: the longer is the larger, and no number is too large.
        a = a.TrimStart('0');
        b = b.TrimStart('0');
        return a.Length != b.Length ? a.Length.CompareTo(b.Length) : a.SequenceCompareTo(b);
    }
}
