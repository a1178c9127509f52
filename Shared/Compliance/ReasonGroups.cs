using System.Text;

namespace IwTune.Shared.Compliance;

/// <summary>What reasons of different hosts have in common.</summary>
public static class ReasonGroups
{
    private const char Ellipsis = '…';

    /// <summary>
    /// The reason with an ellipsis for each instant, address and route metric: they differ from host to host though the reason is one.
    /// </summary>
    public static string Of(string reason)
    {
        var words = reason.Split(' ');
        var text = new StringBuilder(reason.Length);
        for (var i = 0; i < words.Length; i++)
        {
            var word = words[i].AsSpan();
            var (start, end) = (0, word.Length);
            while (start < end && !char.IsAsciiHexDigit(word[start]) && word[start] != ':')
                start++;
            while (end > start && !char.IsAsciiHexDigit(word[end - 1]) && word[end - 1] is not ('Z' or ':'))
                end--;
            var core = word[start..end].TrimEnd(':');
            // The time of day belongs to the day before it.
            if (i > 0 && IsTime(core) && text.Length > 0 && text[^1] == Ellipsis)
            {
                text.Append(word[(start + core.Length)..]);
                continue;
            }
            if (i > 0)
                text.Append(' ');
            if (IsDay(core) || IsAddress(core) || (i > 0 && words[i - 1] == "metric" && IsNumber(core)))
                text.Append(word[..start]).Append(Ellipsis).Append(word[(start + core.Length)..]);
            else
                text.Append(word);
        }
        return text.ToString();
    }

    private static bool IsDay(ReadOnlySpan<char> word) => word.Length == 10 && word[4] == '-' && word[7] == '-' && IsNumber(word[..4]);

    private static bool IsTime(ReadOnlySpan<char> word) => word is [_, _, ':', _, _, 'Z'];

    private static bool IsNumber(ReadOnlySpan<char> word) => word.Length > 0 && !word.ContainsAnyExceptInRange('0', '9');

    private static bool IsAddress(ReadOnlySpan<char> word)
    {
        var (dots, colons) = (0, 0);
        foreach (var c in word)
        {
            dots += c == '.' ? 1 : 0;
            colons += c == ':' ? 1 : 0;
            if (!char.IsAsciiHexDigit(c) && c is not ('.' or ':' or '/'))
                return false;
        }
        return dots == 3 || colons >= 2;
    }
}
