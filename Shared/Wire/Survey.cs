namespace IwTune.Shared.Wire;

/// <summary>
/// The initial windows of hosts that a person may probe, read one after another: what <c>iwtune survey</c> keeps and sends.
/// <see cref="SurveyRules"/> says what is a sound one.
/// </summary>
public sealed record Survey
{
    /// <summary>The only <see cref="Format"/> there is.</summary>
    public const string CurrentFormat = "iwtune-survey/1";

    /// <summary><see cref="CurrentFormat"/>; a later form has another number.</summary>
    public required string Format { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>One for each service, in the order of the list, 1..1000.</summary>
    public required IReadOnlyList<SurveyReading> Readings { get; init; }
}
