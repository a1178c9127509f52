using System.Text;

namespace IwTune.Agent.Cli.Collecting;

/// <summary>Replaces words in bytes by X, so that everything else stays in its place.</summary>
/// <param name="words">
/// What must not leave the host: its name, its secret. Words of fewer than four characters are kept, because they are parts of other words.
/// </param>
internal sealed class Redaction(params IEnumerable<string> words)
{
    // A console program writes its code page, PowerShell may write UTF-16; names of hosts and our secrets are ASCII.
    private readonly (byte[] Bytes, int Width)[] _patterns =
    [
        .. words
            .Where(word => word.Length >= 4)
            .SelectMany(word => new[] { (Encoding.UTF8.GetBytes(word), 1), (Encoding.Unicode.GetBytes(word), 2) }),
    ];

    /// <summary>
    /// Words whose value is also removed where one follows: <c>token: …</c>, <c>password=…</c>, <c>--token …</c>. Settings and logs may
    /// hold anything.
    /// </summary>
    public IReadOnlyList<string> After { get; init; } = [];

    /// <summary>A copy without the words, wherever they stand alone.</summary>
    /// <param name="bytes">As a program wrote them.</param>
    /// <param name="found">How many were removed.</param>
    public byte[] Of(ReadOnlySpan<byte> bytes, out int found)
    {
        var copy = bytes.ToArray();
        found = 0;
        foreach (var (pattern, width) in _patterns)
        {
            for (var at = 0; at + pattern.Length <= copy.Length; at++)
            {
                if (!Matches(copy, at, pattern, width))
                    continue;
                for (var i = 0; i < pattern.Length; i++)
                    copy[at + i] = pattern[i] == 0 ? (byte)0 : (byte)'X';
                found++;
            }
        }
        foreach (var name in After.Select(Encoding.ASCII.GetBytes))
            for (var at = 0; at + name.Length < copy.Length; at++)
                if (Matches(copy, at, name, width: 1))
                    found += Blank(copy, ValueAfter(copy, at, at + name.Length));
        return copy;
    }

    /// <returns>Where the value after a name begins; the end of the text when there is none.</returns>
    private static int ValueAfter(byte[] text, int name, int at)
    {
        var option = name >= 2 && text[name - 1] == '-' && text[name - 2] == '-';
        var start = Skip(text, at, "\"' \t"u8);
        if (start < text.Length && text[start] is (byte)':' or (byte)'=')
            start++;
        else if (!option)
            return text.Length;
        start = Skip(text, start, "\"' \t"u8);
        return start + 7 <= text.Length && text.AsSpan(start, 7).SequenceEqual("Bearer "u8) ? start + 7 : start;
    }

    private static int Blank(byte[] text, int at)
    {
        var start = at;
        for (; at < text.Length && !"\"', \t\r\n}"u8.Contains(text[at]); at++)
            text[at] = (byte)'X';
        return at > start ? 1 : 0;
    }

    private static int Skip(byte[] text, int at, ReadOnlySpan<byte> over)
    {
        while (at < text.Length && over.Contains(text[at]))
            at++;
        return at;
    }

    /// <summary>Not inside a longer word: a host named TCP4 must not take a piece out of every label.</summary>
    private static bool Matches(byte[] text, int at, byte[] word, int width)
    {
        for (var i = 0; i < word.Length; i++)
            if (Lower(text[at + i]) != Lower(word[i]))
                return false;
        return !IsWord(text, at - width) && !IsWord(text, at + word.Length);
    }

    private static bool IsWord(byte[] text, int at) => at >= 0 && at < text.Length && char.IsAsciiLetterOrDigit((char)text[at]);

    private static byte Lower(byte letter) => letter is >= (byte)'A' and <= (byte)'Z' ? (byte)(letter | 0x20) : letter;
}
