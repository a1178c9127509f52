using System.Globalization;

namespace IwTune.Agent.Windows.Authors.Logs;

/// <summary>The logs and events that may name the author of a change. docs/windows-authors.md has the same table, with sources.</summary>
internal static class WatchedLogs
{
    /// <summary>4688: a process was created. Only where that is audited.</summary>
    public const string Security = "Security";

    /// <summary>4104: the text of a script. Only where script block logging is on.</summary>
    public const string PowerShell = "Microsoft-Windows-PowerShell/Operational";

    /// <summary>129, 200, 201: a task's process, the start and the end of its action. Only where task history is on.</summary>
    public const string Tasks = "Microsoft-Windows-TaskScheduler/Operational";

    /// <summary>
    /// 4000, 4002, 4004, 4006: processing of the computer's policy began; 4016 and 5016 an extension, 4018 and 5018 scripts.
    /// </summary>
    public const string GroupPolicy = "Microsoft-Windows-GroupPolicy/Operational";

    /// <summary>How long before a change an event can have to do with it.</summary>
    public static readonly TimeSpan Before = TimeSpan.FromMinutes(2);

    /// <summary>How long after a change: what caused it may end, and be logged, a little later.</summary>
    public static readonly TimeSpan After = TimeSpan.FromSeconds(5);

    // A busy server starts several programs a second; a script may be 32,000 characters long.
    private const int MostPrograms = 500,
        MostOthers = 100;

    private static readonly (string Log, int Most, int[] Events)[] All =
    [
        (Security, MostPrograms, [4688]),
        (PowerShell, MostOthers, [4104]),
        (Tasks, MostOthers, [129, 200, 201]),
        (GroupPolicy, MostOthers, [4000, 4002, 4004, 4006, 4016, 4018, 5016, 5018]),
    ];

    /// <summary>The names of the logs, in the order of the queries.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. All.Select(log => log.Log)];

    /// <summary>The queries for what was logged between two instants.</summary>
    public static IReadOnlyList<LogQuery> Queries(DateTimeOffset from, DateTimeOffset to) =>
        [
            .. All.Select(log => new LogQuery(
                log.Log,
                $"*[System[({string.Join(" or ", log.Events.Select(id => string.Create(CultureInfo.InvariantCulture, $"EventID={id}")))}) "
                    + $"and TimeCreated[@SystemTime>='{Written(from)}' and @SystemTime<='{Written(to)}']]]",
                log.Most
            )),
        ];

    private static string Written(DateTimeOffset at) =>
        at.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
}
