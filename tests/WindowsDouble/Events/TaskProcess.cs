using System.Globalization;

namespace IwTune.WindowsDouble.Events;

/// <summary>Task Scheduler 129: the process of a task was created.</summary>
/// <param name="At">When.</param>
/// <param name="Task">The task's name, with its folder.</param>
/// <param name="Program">The program's path.</param>
/// <param name="Process">The process.</param>
public sealed record TaskProcess(DateTimeOffset At, string Task, string Program, int Process)
    : WindowsEvent("Microsoft-Windows-TaskScheduler/Operational", 129, At)
{
    /// <inheritdoc/>
    protected override string Capture => "event-taskscheduler-129-win10or11";

    /// <inheritdoc/>
    protected override IReadOnlyList<(string Name, string Value)> Data =>
        [("TaskName", Task), ("Path", Program), ("ProcessID", Process.ToString(CultureInfo.InvariantCulture))];
}
