using static System.FormattableString;

namespace IwTune.Chaos.Schedules;

/// <summary>One step of a schedule: the fault happens while the operation is under way.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Pause">Time since the step before.</param>
/// <param name="Operation">The work.</param>
/// <param name="FaultAfter">Time from the start of the operation to the fault.</param>
/// <param name="Fault">What goes wrong; <see langword="null"/> for nothing.</param>
internal sealed record Step(int Number, TimeSpan Pause, Operation Operation, TimeSpan FaultAfter, Fault? Fault)
{
    /// <inheritdoc/>
    public override string ToString()
    {
        var fault = Fault is null ? "" : Invariant($"; {FaultAfter.TotalMilliseconds:0} ms later: {Fault}");
        return Invariant($"{Number, 2}. after {Pause.TotalMilliseconds:0} ms: {Operation}{fault}");
    }
}
