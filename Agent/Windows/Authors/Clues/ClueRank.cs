using IwTune.Agent.Windows.Authors.Logs;

namespace IwTune.Agent.Windows.Authors.Clues;

/// <summary>Chooses the clue that says most about a change: the stronger kind, then the nearer in time.</summary>
internal static class ClueRank
{
    // Clocks of the registry and of the logs are read in different places.
    private static readonly TimeSpan Skew = TimeSpan.FromSeconds(1);

    /// <summary>The best clue; its author is the task that started the process, where the logs show that by the process's number.</summary>
    /// <returns><see langword="null"/> when nothing happened close enough.</returns>
    public static Clue? Best(IReadOnlyList<Clue> clues, ChangeMoment change)
    {
        var best = clues
            .Where(clue => IsNear(clue, change))
            .OrderBy(clue => clue.Kind)
            .ThenBy(clue => (change.At - clue.At).Duration())
            .FirstOrDefault();
        return best is null ? null : WithTask(best, clues);
    }

    private static bool IsNear(Clue clue, ChangeMoment change) =>
        clue.At >= (change.Exact ? change.At : change.After) - Reach(clue.Kind)
        && clue.At <= change.At + (IsSpan(clue.Kind) ? WatchedLogs.After : Skew);

    /// <summary>What began before the change may be logged as ended after it.</summary>
    private static bool IsSpan(ClueKind kind) =>
        kind is ClueKind.PolicyScripts or ClueKind.Policy or ClueKind.TaskWithShell or ClueKind.Task;

    /// <summary>netsh is done in a second; a script may take longer; the weaker a clue, the closer it must be.</summary>
    private static TimeSpan Reach(ClueKind kind) =>
        kind switch
        {
            ClueKind.Command or ClueKind.Netsh => TimeSpan.FromSeconds(15),
            ClueKind.Script or ClueKind.PolicyScripts => WatchedLogs.Before,
            ClueKind.TaskWithShell or ClueKind.PowerShell => TimeSpan.FromSeconds(60),
            ClueKind.Policy => TimeSpan.FromSeconds(30),
            _ => TimeSpan.FromSeconds(10),
        };

    private static Clue WithTask(Clue best, IReadOnlyList<Clue> clues)
    {
        var task = clues.FirstOrDefault(clue =>
            clue.Kind is ClueKind.TaskWithShell or ClueKind.Task
            && clue.Process > 0
            && (clue.Process == best.Process || clue.Process == best.Parent)
        );
        return task is null || task.Who == best.Who
            ? best
            : best with
            {
                Who = task.Who,
                What = $"{task.What}, and {best.What}",
                Advice = task.Advice,
            };
    }
}
