using IwTune.Agent.Windows.Authors.Logs;

namespace IwTune.Agent.Windows.Authors.Clues;

/// <summary>From events to clues, without what the agent itself did.</summary>
internal static class EventMeaning
{
    /// <summary>The agent's program.</summary>
    private const string Agent = "iwtune.exe";

    /// <param name="events">The events of all logs.</param>
    /// <param name="own">The process of this agent.</param>
    public static IReadOnlyList<Clue> Of(IReadOnlyList<LoggedEvent> events, int own)
    {
        var ours = events.Where(found => IsOurs(found, own)).Select(found => found.ProcessOf("NewProcessId")).ToHashSet();
        return
        [
            .. events
                .Where(found => !IsOurs(found, own) && !(found.Log == WatchedLogs.PowerShell && ours.Contains(found.Process)))
                .Select(Of)
                .OfType<Clue>(),
        ];
    }

    private static Clue? Of(LoggedEvent found) =>
        found.Log switch
        {
            WatchedLogs.Security => ProgramClues.Of(found),
            WatchedLogs.PowerShell => ScriptClues.Of(found),
            WatchedLogs.Tasks => TaskClues.Of(found),
            _ => PolicyClues.Of(found),
        };

    // An earlier process of the agent had another number, and only events since Server 2016 name the program that started one.
    private static bool IsOurs(LoggedEvent found, int own) =>
        found.Log == WatchedLogs.Security
        && (
            found.ProcessOf("ProcessId") == own
            || string.Equals(found.Program("ParentProcessName"), Agent, StringComparison.OrdinalIgnoreCase)
        );
}
