using System.Globalization;

namespace IwTune.WindowsDouble.Netsh;

/// <summary>A command of <c>netsh interface tcp</c>, its parameters by name.</summary>
internal sealed record NetshLine(string Verb, string What, IReadOnlyDictionary<string, string> Parameters)
{
    public string? Template => Parameters.GetValueOrDefault("template");

    public int? Window =>
        int.TryParse(Parameters.GetValueOrDefault("icw"), NumberStyles.None, CultureInfo.InvariantCulture, out var segments)
            ? segments
            : null;

    /// <returns><see langword="null"/> for text that is not such a command, or has a parameter without a name or twice.</returns>
    public static NetshLine? Parse(IReadOnlyList<string> arguments)
    {
        var words = arguments.Select(argument => argument.ToLowerInvariant()).ToList();
        if (words.Count < 4 || words[0] is not ("interface" or "int") || words[1] != "tcp")
            return null;
        var parameters = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var word in words.Skip(4))
        {
            var at = word.IndexOf('=', StringComparison.Ordinal);
            if (at < 0 || !parameters.TryAdd(word[..at], word[(at + 1)..]))
                return null;
        }
        return new NetshLine(words[2], words[3], parameters);
    }
}
