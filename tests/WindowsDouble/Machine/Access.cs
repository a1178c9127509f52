using IwTune.WindowsDouble.Faults;

namespace IwTune.WindowsDouble.Machine;

/// <summary>The machine during one command.</summary>
/// <param name="State">The state when the command began.</param>
/// <param name="Faults">The faults of this command.</param>
/// <param name="Change">Changes the machine.</param>
internal sealed record Access(MachineState State, IReadOnlyList<Fault> Faults, Action<Func<MachineState, MachineState>> Change)
{
    /// <summary>The fault of that kind; <see langword="null"/> when it does not occur.</summary>
    public Fault? Fault(FaultKind kind) => Faults.FirstOrDefault(fault => fault.Kind == kind);

    /// <summary>The state that the command sees: a template with the fault "missing" is absent.</summary>
    public MachineState Seen =>
        Fault(FaultKind.TemplateMissing) is { Template: { } missing }
            ? State with
            {
                Templates = [.. State.Templates.Where(template => template.Name != missing)],
            }
            : State;

    /// <summary>Sets the window of a template, or the value that the faults produce.</summary>
    public void SetWindow(string template, int segments)
    {
        if (Fault(FaultKind.LostWrite) is null)
            Change(state => state.WithWindow(template, Fault(FaultKind.OddValue) is { } odd ? odd.Value ?? segments + 1 : segments));
        if (Fault(FaultKind.Drift) is { } drift)
            Change(state => state.WithWindow(drift.Template ?? template, drift.Value ?? 4));
    }
}
