namespace IwTune.WindowsDouble.Events;

/// <summary>PowerShell 4104: the text of a script.</summary>
/// <param name="At">When.</param>
/// <param name="Text">The text.</param>
/// <param name="Path">The script's file; empty for what was typed.</param>
public sealed record ScriptLogged(DateTimeOffset At, string Text, string Path = "")
    : WindowsEvent("Microsoft-Windows-PowerShell/Operational", 4104, At)
{
    /// <inheritdoc/>
    protected override string Capture => "event-powershell-4104-win10";

    /// <inheritdoc/>
    protected override IReadOnlyList<(string Name, string Value)> Data => [("ScriptBlockText", Text), ("Path", Path)];
}
