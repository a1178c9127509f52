using IwTune.Agent.Windows.Templates.Wmi;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Wmi;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>WMI over an emulated Windows.</summary>
internal sealed class EmulatedWmi(EmulatedWindows machine) : IWmi
{
    private readonly WmiDouble _double = new(machine);

    public string? Absent { get; set; }

    /// <summary>The answer to every query from now on.</summary>
    public WmiError? Error { get; set; }

    /// <summary>Called before and after every query; may throw.</summary>
    public Action<string> At { get; init; } = _ => { };

    public ValueTask<WmiAnswer> ListAsync(string className, CancellationToken ct, params IReadOnlyList<(string Property, int Value)> where)
    {
        ct.ThrowIfCancellationRequested();
        if (Error is not null)
            return ValueTask.FromResult(new WmiAnswer([], Error));
        At($"before wmi {className}");
        var result = _double.List(className, where);
        At($"after wmi {className}");
        return ValueTask.FromResult(new WmiAnswer(result.Rows, result.Error is { } code ? new WmiError(code, "(emulated)") : null));
    }
}
