using IwTune.WindowsDouble.Faults;

namespace IwTune.WindowsDouble.Machine;

/// <summary>The machine in the hands of one command.</summary>
/// <param name="State">As it was when the command began.</param>
/// <param name="Faults">What goes wrong this time.</param>
/// <param name="Change">Changes the machine.</param>
internal sealed record Access(MachineState State, IReadOnlyList<Fault> Faults, Action<Func<MachineState, MachineState>> Change)
{
    /// <summary>The fault of that kind; <see langword="null"/> when it does not strike.</summary>
    public Fault? Fault(FaultKind kind) => Faults.FirstOrDefault(fault => fault.Kind == kind);

    /// <summary>What the command sees: a template that is missing is not there.</summary>
    public MachineState Seen =>
        Fault(FaultKind.TemplateMissing) is { Template: { } missing }
            ? State with
            {
                Templates = [.. State.Templates.Where(template => template.Name != missing)],
            }
            : State;

    /// <summary>Gives a template a window, or what the faults make of that.</summary>
    public void SetWindow(string template, int segments)
    {
        if (Fault(FaultKind.LostWrite) is null)
            Change(state => state.WithWindow(template, Fault(FaultKind.OddValue) is { } odd ? odd.Value ?? segments + 1 : segments));
        if (Fault(FaultKind.Drift) is { } drift)
            Change(state => state.WithWindow(drift.Template ?? template, drift.Value ?? 4));
    }
}
