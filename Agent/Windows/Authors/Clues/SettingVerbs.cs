namespace IwTune.Agent.Windows.Authors.Clues;

/// <summary>The verbs and cmdlets that change templates and filters. Of a logged command only these are ever shown.</summary>
internal static class SettingVerbs
{
    private static readonly string[] Cmdlets =
    [
        "Set-NetTCPSetting",
        "New-NetTransportFilter",
        "Remove-NetTransportFilter",
        "MSFT_NetTCPSetting",
        "MSFT_NetTransportFilter",
    ];

    private static readonly HashSet<string> Verbs = new(StringComparer.OrdinalIgnoreCase) { "set", "add", "delete" };

    // As an abbreviation means them: the shorter name first.
    private static readonly string[] Objects = ["supplemental", "supplementalport", "supplementalsubnet"];

    // Of an abbreviation of these; "set s" is something else.
    private const int Shortest = 3;

    // Commands from a file: netsh -f FILE, netsh exec FILE.
    private static readonly HashSet<string> Batch = new(StringComparer.OrdinalIgnoreCase) { "-f", "/f", "exec" };

    /// <summary>The first of them in a script or command line, in its usual spelling; empty when there is none.</summary>
    public static string In(string text) =>
        Cmdlets.FirstOrDefault(cmdlet => text.Contains(cmdlet, StringComparison.OrdinalIgnoreCase))
        ?? (text.Contains("netsh", StringComparison.OrdinalIgnoreCase) ? ByNetsh(Words(text)) : "");

    /// <summary>True for a command line of netsh that cannot have changed a template: it names another context, or it shows.</summary>
    public static bool IsOther(string line) => In(line).Length == 0 && Words(line).Count > 1 && !Words(line).Exists(Batch.Contains);

    private static List<string> Words(string text) =>
        [.. text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries).Select(word => word.Trim('"', '\'', '(', ')', ';', ','))];

    private static string ByNetsh(List<string> words) =>
        words
            .Zip(words.Skip(1))
            .Where(pair => Verbs.Contains(pair.First))
            .Select(pair => (Verb: pair.First.ToLowerInvariant(), Object: Object(pair.Second)))
            .Where(found => found.Object is not null)
            .Select(found => $"{found.Verb} {found.Object}")
            .FirstOrDefault("");

    // netsh takes abbreviations: "set sup".
    private static string? Object(string typed) =>
        typed.Length < Shortest ? null : Objects.FirstOrDefault(name => name.StartsWith(typed, StringComparison.OrdinalIgnoreCase));
}
