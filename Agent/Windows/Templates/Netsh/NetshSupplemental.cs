namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>
/// The block of one template, as <c>show supplemental</c> prints it. The block does not name its template; the caller knows it.
/// </summary>
/// <param name="InitialCongestionWindow">Segments, as printed.</param>
/// <param name="CongestionProvider">As printed; <see langword="null"/> on 2008 R2, which has none.</param>
/// <param name="Others">The rest, by the property names of MSFT_NetTCPSetting; of a block in an unknown shape nothing.</param>
internal sealed record NetshSupplemental(
    int InitialCongestionWindow,
    string? CongestionProvider,
    IReadOnlyDictionary<string, string> Others
)
{
    // MinRto and the window come first in every capture. InitialCongestionWindow is at most 64 by documentation; a larger number is no
    // window.
    private const int WindowAt = 1,
        ProviderAt = 2,
        Least = 1,
        Most = 255;

    // The values identify the parts of a block: # a number, + a switch, * a word.
    private static readonly (string Shape, string[] Names)[] Shapes =
    [
        ("###", ["MinRto", "", "DelayedAckTimeout"]),
        ("##*+##", ["MinRto", "", "", "CwndRestart", "DelayedAckTimeout", "DelayedAckFrequency"]),
        ("##*+##++", ["MinRto", "", "", "CwndRestart", "DelayedAckTimeout", "DelayedAckFrequency", "Rack", "TailLossProbe"]),
    ];

    /// <returns>The block, or why there is none to read, as the rest of a sentence that names the template.</returns>
    public static (NetshSupplemental? Block, string Problem) Read(NetshText text)
    {
        var lines = text.Values;
        if (lines.Count == 0)
            return (null, "no line with a value was printed");
        // The unit (MSS) is not translated in the known captures; the position is the same in all of them.
        var marked = lines.Where(line => line.Label.Contains("(MSS)", StringComparison.OrdinalIgnoreCase)).ToList();
        if (marked.Count > 1)
            return (null, "more than one line is marked with (MSS)");
        var line =
            marked.Count == 1 ? marked[0]
            : lines[0].Number is null ? null
            : lines.ElementAtOrDefault(WindowAt);
        if (line is null)
            return (null, "no line is the initial congestion window");
        if (!line.Complete)
            return (null, "the text ends within the initial congestion window");
        if (line.Number is not { } window)
            return (null, $"the initial congestion window is not a number: “{Printable(line.Value)}”");
        if (window is < Least or > Most)
            return (null, $"the initial congestion window is {window}, which no template can have");
        return (new(window, Provider(lines), Rest(lines)), "");
    }

    private static string? Provider(IReadOnlyList<NetshLine> lines) =>
        lines.Count > ProviderAt && lines[ProviderAt] is { Complete: true, Number: null } line && IsWord(line.Value) && !IsSwitch(line)
            ? line.Value
            : null;

    private static Dictionary<string, string> Rest(IReadOnlyList<NetshLine> lines)
    {
        var shape = string.Concat(
            lines.Select(line =>
                line.Number is not null ? '#'
                : IsSwitch(line) ? '+'
                : line.Complete && IsWord(line.Value) ? '*'
                : '?'
            )
        );
        var names = Array.Find(Shapes, known => known.Shape == shape).Names ?? [];
        return names
            .Zip(lines)
            .Where(pair => pair.First.Length > 0)
            .ToDictionary(pair => pair.First, pair => pair.Second.Value, StringComparer.Ordinal);
    }

    private static bool IsSwitch(NetshLine line) => line.Is("enabled", "disabled");

    private static bool IsWord(string value) => value.Length is > 0 and <= 32 && value.All(char.IsAsciiLetterOrDigit);

    private static string Printable(string value) =>
        string.Concat(value.Take(40).Select(character => char.IsAscii(character) && !char.IsControl(character) ? character : '?'));
}
