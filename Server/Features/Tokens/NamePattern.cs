namespace IwTune.Server.Features.Tokens;

/// <summary>
/// A pattern of host names: <c>*</c> for any characters, <c>?</c> for one, without regard to case. Takes linear time in practice and no
/// memory.
/// </summary>
internal static class NamePattern
{
    public static bool Fits(ReadOnlySpan<char> pattern, ReadOnlySpan<char> name)
    {
        int p = 0,
            n = 0,
            star = -1,
            from = 0;
        while (n < name.Length)
        {
            if (p < pattern.Length && pattern[p] == '*')
                (star, from) = (p++, n);
            else if (p < pattern.Length && (pattern[p] == '?' || char.ToLowerInvariant(pattern[p]) == char.ToLowerInvariant(name[n])))
                (p, n) = (p + 1, n + 1);
            else if (star >= 0)
                (p, n) = (star + 1, ++from);
            else
                return false;
        }
        return pattern[p..].Trim('*').IsEmpty;
    }
}
