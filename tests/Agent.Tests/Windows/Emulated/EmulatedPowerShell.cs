using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.PowerShell;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>The hosted PowerShell over an emulated Windows.</summary>
internal sealed class EmulatedPowerShell(EmulatedWindows machine, RowForm form = RowForm.Names) : IPowerShell
{
    private readonly Cmdlets _cmdlets = new(machine, form);

    public string? Absent { get; init; }

    /// <summary>Called before and after every command; may throw.</summary>
    public Action<string> At { get; init; } = _ => { };

    public async ValueTask<PowerShellAnswer> InvokeAsync(PowerShellCommand command, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        At($"before {command.Name}");
        var answer = _cmdlets.Invoke(command.Name, command.Parameters);
        At($"after {command.Name}");
        if (answer.Hangs)
            return new PowerShellAnswer([], new PowerShellError("IwTune.TimeLimit", null, "it did not end"));
        if (answer.Delay > TimeSpan.Zero)
            await Task.Delay(answer.Delay, ct);
        return new PowerShellAnswer(
            answer.Rows,
            answer.Error is { } error ? new PowerShellError(error.Id, error.NativeCode, error.Text) : null
        );
    }
}
