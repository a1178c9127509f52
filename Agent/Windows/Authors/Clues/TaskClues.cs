using IwTune.Agent.Windows.Authors.Logs;

namespace IwTune.Agent.Windows.Authors.Clues;

/// <summary>Task Scheduler 129 (a process was created), 200 (an action began) and 201 (it ended).</summary>
internal static class TaskClues
{
    /// <returns><see langword="null"/> for an event without a task.</returns>
    public static Clue? Of(LoggedEvent found)
    {
        var task = LoggedName.Of(found.Text("TaskName"));
        if (task.Length == 0)
            return null;
        var program = found.Program(found.Id == 129 ? "Path" : "ActionName");
        return new Clue(
            ProgramClues.IsShell(program) ? ClueKind.TaskWithShell : ClueKind.Task,
            found.At,
            $"the scheduled task {task}",
            $"the scheduled task {task} {(found.Id == 201 ? "ended" : "started")} "
                + $"{(program.Length > 0 ? LoggedName.Of(program) : "its action")}"
        )
        {
            Process = found.ProcessOf(found.Id == 129 ? "ProcessID" : "EnginePID"),
            Advice = "Set the window in that scheduled task, or remove the command there.",
        };
    }
}
