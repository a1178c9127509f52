namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>No PowerShell is usable, and why.</summary>
internal sealed class AbsentPowerShell(string why) : IPowerShell
{
    /// <inheritdoc/>
    public string? Absent => why;

    /// <inheritdoc/>
    public ValueTask<PowerShellAnswer> InvokeAsync(PowerShellCommand command, CancellationToken ct) =>
        ValueTask.FromResult(new PowerShellAnswer([], new PowerShellError("CommandNotFoundException", null, why)));
}
