using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.PowerShell;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>The hosted PowerShell over an emulated Windows.</summary>
internal sealed class EmulatedPowerShell(EmulatedWindows machine, RowForm form = RowForm.Names) : IPowerShell
{
    private readonly Cmdlets _cmdlets = new(machine, form);

    public string? Absent { get; init; }

    public async ValueTask<PowerShellAnswer> InvokeAsync(PowerShellCommand command, CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        var answer = _cmdlets.Invoke(command.Name, command.Parameters);
        await Task.Delay(answer.Hangs ? Timeout.InfiniteTimeSpan : answer.Delay, ct);
        return new PowerShellAnswer(answer.Rows, answer.Error is { } error ? new PowerShellError(error.Id, error.NativeCode, error.Text) : null);
    }
}
