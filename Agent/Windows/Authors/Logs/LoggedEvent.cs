namespace IwTune.Agent.Windows.Authors.Logs;

/// <summary>One event of a log.</summary>
/// <param name="Log">The log.</param>
/// <param name="Id">The event's number.</param>
/// <param name="At">When it was logged.</param>
/// <param name="Process">The process that logged it; 0 when it is not in the event.</param>
/// <param name="User">The SID of the account that logged it; may be empty.</param>
/// <param name="Data">Its data by name.</param>
internal sealed record LoggedEvent(
    string Log,
    int Id,
    DateTimeOffset At,
    int Process,
    string User,
    IReadOnlyDictionary<string, string> Data
)
{
    /// <summary>A text of its data; empty when it is not there.</summary>
    public string Text(string name) => Data.GetValueOrDefault(name, "");

    /// <summary>The name of a program without its folders; empty when it is not there.</summary>
    public string Program(string name) => Text(name).Split('\\')[^1];

    /// <summary>The number of a process, as Security writes it (<c>0x2bc</c>) or as the other logs do; 0 when it is not there.</summary>
    public int ProcessOf(string name)
    {
        var text = Text(name);
        return text.StartsWith("0x", StringComparison.OrdinalIgnoreCase)
            ? int.TryParse(text.AsSpan(2), System.Globalization.NumberStyles.AllowHexSpecifier, null, out var hex)
                ? hex
                : 0
            : int.TryParse(text, System.Globalization.NumberStyles.None, null, out var number)
                ? number
                : 0;
    }
}
