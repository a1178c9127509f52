using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>A survey whose readings are kept as they come.</summary>
internal sealed class KeptSurvey
{
    private readonly SurveyHistory _history;
    private readonly DateTimeOffset _started;
    private readonly IReadOnlyList<SurveyReading> _earlier;
    private readonly int _damaged;
    private readonly List<SurveyReading> _readings = [];

    /// <exception cref="Engine.State.StateUnusableException">The history cannot be read.</exception>
    public KeptSurvey(SurveyHistory history, DateTimeOffset started)
    {
        var (lines, damaged) = history.Read();
        (_history, _started, _damaged) = (history, started, damaged);
        _earlier = [.. lines.Select(line => line.Reading)];
    }

    /// <summary>Keeps a reading; it is on the disk when this returns.</summary>
    /// <exception cref="Engine.State.StateUnusableException">The disk does not take it.</exception>
    public void Keep(SurveyReading reading)
    {
        _history.Append(new SurveyLine(_started, reading));
        _readings.Add(reading);
    }

    public ShownSurvey Shown(bool complete) =>
        new(_started, complete, _history.Path, _damaged, [.. ShownReading.AllOf(_earlier.Concat(_readings)).Skip(_earlier.Count)]);

    /// <summary>What was read, as a server takes it.</summary>
    public Survey Survey =>
        new()
        {
            Format = Survey.CurrentFormat,
            Started = _started,
            Readings = _readings,
        };

    /// <summary>Whether every service was read.</summary>
    public bool IsWhole => _readings.TrueForAll(reading => reading.Segments is not null);
}
