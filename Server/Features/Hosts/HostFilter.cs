using System.Text;

namespace IwTune.Server.Features.Hosts;

/// <summary>What somebody typed to narrow the list of hosts: <c>os:linux state:drifted role=web fra-</c>. Every term must hold.</summary>
/// <param name="Terms">In the order typed.</param>
/// <param name="Problems">What was not understood, as sentences; a filter with problems matches nothing rather than everything.</param>
public sealed record HostFilter(IReadOnlyList<HostFilter.Term> Terms, IReadOnlyList<string> Problems)
{
    /// <summary>The words before a colon, and what they look at.</summary>
    public static IReadOnlyList<string> Keys { get; } = ["os", "kernel", "state", "policy", "name"];

    /// <summary>Every host.</summary>
    public static HostFilter All { get; } = new([], []);

    /// <param name="Key">One of <see cref="Keys"/>, or a label's key.</param>
    /// <param name="Value">What it must be; a part of it for name, a beginning for kernel.</param>
    /// <param name="IsLabel">True for <c>key=value</c>.</param>
    public sealed record Term(string Key, string Value, bool IsLabel);

    /// <summary>Reads the text. Words in double quotes may hold spaces.</summary>
    public static HostFilter Parse(string? text)
    {
        var (terms, problems) = (new List<Term>(), new List<string>());
        foreach (var word in Words(text ?? ""))
        {
            var colon = word.IndexOf(':', StringComparison.Ordinal);
            var equals = word.IndexOf('=', StringComparison.Ordinal);
            if (equals > 0 && (colon < 0 || equals < colon))
                terms.Add(new(word[..equals], word[(equals + 1)..], true));
            else if (colon < 0)
                terms.Add(new("name", word, false));
            else if (Keys.Contains(word[..colon].ToLowerInvariant()) && colon < word.Length - 1)
                terms.Add(new(word[..colon].ToLowerInvariant(), word[(colon + 1)..], false));
            else if (Keys.Contains(word[..colon].ToLowerInvariant()))
                problems.Add($"‘{word}’ lacks a value, such as os:linux.");
            else
                problems.Add($"‘{word[..colon]}:’ is not known here. Use {string.Join(", ", Keys.Select(k => k + ":"))} or a label as key=value.");
        }
        return new(terms, problems);
    }

    private static IEnumerable<string> Words(string text)
    {
        var (word, quoted) = (new StringBuilder(), false);
        foreach (var c in text)
        {
            if (c == '"')
                quoted = !quoted;
            else if (char.IsWhiteSpace(c) && !quoted)
            {
                if (word.Length > 0)
                    yield return word.ToString();
                word.Clear();
            }
            else
                word.Append(c);
        }
        if (word.Length > 0)
            yield return word.ToString();
    }
}
