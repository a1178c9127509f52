using IwTune.Agent.Windows.Authors;
using IwTune.Agent.Windows.Authors.Logs;
using IwTune.WindowsDouble.Events;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>The event logs of an emulated Windows, and the time at which it last wrote a setting.</summary>
internal sealed class EmulatedEventLogs : IEventLogs, ISettingsTime
{
    private readonly EventLogDouble _double = new();

    /// <summary>What was logged.</summary>
    public List<WindowsEvent> Events => _double.Events;

    /// <summary>Why a log cannot be read, by its name.</summary>
    public Dictionary<string, string> Problems { get; } = [];

    /// <summary>The last write of the settings; <see langword="null"/> where it cannot be read.</summary>
    public DateTimeOffset? Written { get; set; }

    /// <summary>How often the logs were asked.</summary>
    public int Asked { get; private set; }

    public DateTimeOffset? LastWritten() => Written;

    public ValueTask<IReadOnlyList<LogReading>> ReadAsync(IReadOnlyList<LogQuery> queries, CancellationToken ct)
    {
        Asked++;
        return ValueTask.FromResult<IReadOnlyList<LogReading>>([
            .. queries.Select(query =>
                Problems.TryGetValue(query.Log, out var problem)
                    ? new LogReading([], problem)
                    : new LogReading(_double.Read(query.Log, query.Filter, query.Most))
            ),
        ]);
    }
}
