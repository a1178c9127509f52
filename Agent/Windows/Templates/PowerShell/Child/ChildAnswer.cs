using IwTune.Agent.Windows.Templates.Netsh;

namespace IwTune.Agent.Windows.Templates.PowerShell.Child;

/// <summary>What the script prints: lines that begin with a mark, a name and a value. Other lines are not ours.</summary>
internal static class ChildAnswer
{
    /// <summary>What a line of ours begins with.</summary>
    public const string Mark = "iwtune:";

    /// <summary>The id of an answer that is not complete.</summary>
    public const string Incomplete = "IwTune.Incomplete";

    /// <summary>The answer in an output, in the OEM code page of the host.</summary>
    public static PowerShellAnswer Read(ReadOnlySpan<byte> output)
    {
        var rows = new List<Dictionary<string, object?>>();
        var (mode, error, text, ended) = ("", "", "", false);
        foreach (var (name, value) in Lines(OemCodePage.Decode(output)))
        {
            switch (name)
            {
                case "mode":
                    mode = value;
                    break;
                case "row":
                    rows.Add(new(StringComparer.OrdinalIgnoreCase));
                    break;
                case "error":
                    error = value;
                    break;
                case "text":
                    text = value;
                    break;
                case "end":
                    ended = true;
                    break;
                default:
                    rows.LastOrDefault()?.TryAdd(name, value);
                    break;
            }
        }
        if (error.Length > 0)
            return new([], new PowerShellError(error, null, Explained(text, mode)));
        return ended
            ? new(rows)
            : new([], new PowerShellError(Incomplete, null, Explained("it ended before it had printed everything.", mode)));
    }

    private static IEnumerable<(string Name, string Value)> Lines(string output) =>
        from line in output.Split('\n')
        let trimmed = line.Trim()
        where trimmed.StartsWith(Mark, StringComparison.Ordinal)
        let at = trimmed.IndexOf('=', StringComparison.Ordinal)
        where at > 0
        select (trimmed[Mark.Length..at], trimmed[(at + 1)..]);

    private static string Explained(string text, string mode) =>
        mode is "" or "FullLanguage" ? text : $"{text} (A rule of AppLocker or WDAC limits PowerShell on this host to the mode {mode}.)";
}
