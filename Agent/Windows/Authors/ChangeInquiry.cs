using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Authors.Clues;
using IwTune.Agent.Windows.Authors.Logs;

namespace IwTune.Agent.Windows.Authors;

/// <summary>
/// Finds out what is known about the author of a change. Windows keeps none: its settings have a time, and the event logs say what ran
/// then.
/// </summary>
/// <param name="logs">The event logs.</param>
/// <param name="time">When the settings were written.</param>
/// <param name="sinceBoot">How long the machine has run.</param>
/// <param name="own">The process of this agent.</param>
/// <param name="clock">The present.</param>
internal sealed class ChangeInquiry(IEventLogs logs, ISettingsTime time, Func<TimeSpan> sinceBoot, int own, TimeProvider clock)
{
    private const string SwitchOn = "Audit process creation (Security event 4688), so that the next change can name its program.";

    /// <summary>True when the settings were written a short time ago: after a boot, or while no agent ran.</summary>
    public bool WrittenLately => ChangeMoment.Of(null, time.LastWritten(), clock.GetUtcNow()).Exact;

    /// <summary>Asks for the author of a change that was just noticed. It takes the time limit of the logs at most.</summary>
    /// <param name="lastLook">The last look before the change; <see langword="null"/> when this process had none.</param>
    /// <param name="ct">The caller gave up.</param>
    public async ValueTask<Attribution> AskAsync(DateTimeOffset? lastLook, CancellationToken ct)
    {
        var now = clock.GetUtcNow();
        var change = ChangeMoment.Of(lastLook, time.LastWritten(), now);
        var boot = now - sinceBoot();
        var from = Later(change.Exact ? change.At : change.After, change.At - WatchedLogs.Before) - WatchedLogs.Before;
        var readings = await logs.ReadAsync(WatchedLogs.Queries(from, change.At + WatchedLogs.After), ct);
        var events = WatchedLogs
            .Names.Zip(readings)
            .SelectMany(read => read.Second.Events.Select(xml => EventText.Read(read.First, xml)))
            .OfType<LoggedEvent>()
            .ToList();
        if (ClueRank.Best(EventMeaning.Of(events, own), change) is { } clue)
            return AuthorText.Of(clue, change, boot);
        var audited = events.Exists(found => found.Log == WatchedLogs.Security);
        return AuthorText.Unknown(change, boot, Why(readings, audited), audited ? "" : SwitchOn);
    }

    private static string Why(IReadOnlyList<LogReading> readings, bool audited)
    {
        var problems = WatchedLogs
            .Names.Zip(readings)
            .Where(read => read.Second.Problem.Length > 0)
            .GroupBy(read => read.Second.Problem, read => read.First, StringComparer.Ordinal)
            .Select(same => same.Count() == WatchedLogs.Names.Count ? same.Key : $"{string.Join(" and ", same)}: {same.Key}")
            .ToList();
        return problems.Count > 0 ? string.Join("; ", problems)
            : audited ? "no event log shows a program that could have done it"
            : "no event log names a program, and the creation of processes is not audited";
    }

    private static DateTimeOffset Later(DateTimeOffset a, DateTimeOffset b) => a > b ? a : b;
}
