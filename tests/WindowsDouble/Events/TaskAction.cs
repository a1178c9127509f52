namespace IwTune.WindowsDouble.Events;

/// <summary>Task Scheduler 200 or 201: the action of a task began or ended.</summary>
/// <param name="Id">200 or 201. The data of interest is the same.</param>
/// <param name="At">When.</param>
/// <param name="Task">The task's name, with its folder.</param>
/// <param name="Action">The program's path.</param>
public sealed record TaskAction(int Id, DateTimeOffset At, string Task, string Action)
    : WindowsEvent("Microsoft-Windows-TaskScheduler/Operational", Id, At)
{
    /// <inheritdoc/>
    protected override string Capture => "event-taskscheduler-200-win10or11";

    /// <inheritdoc/>
    protected override IReadOnlyList<(string Name, string Value)> Data => [("TaskName", Task), ("ActionName", Action)];
}
