using IwTune.Shared.Wire;

namespace IwTune.Shared.Fleet.Insight;

/// <summary>A survey in its list form.</summary>
public sealed record SurveySummary
{
    /// <summary>UUIDv7, text.</summary>
    public required string Id { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>How many services it asked for.</summary>
    public required int Services { get; init; }

    /// <summary>How many of them were read.</summary>
    public required int Read { get; init; }

    /// <summary>Who attached it.</summary>
    public required string Author { get; init; }

    /// <summary>When it was attached.</summary>
    public required DateTimeOffset Added { get; init; }
}

/// <summary>A service of all surveys together: its latest reading, and the last one before it that has a number.</summary>
public sealed record SurveyedHost
{
    /// <summary>The service, as <c>www.example.org:443</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The survey with the latest reading.</summary>
    public required string Survey { get; init; }

    /// <summary>The latest reading.</summary>
    public required SurveyReading Reading { get; init; }

    /// <summary>The last one before it that has a number; <see langword="null"/> for none.</summary>
    public SurveyReading? Before { get; init; }

    /// <summary>Whether the initial window is another than before.</summary>
    public required bool Changed { get; init; }
}
