using System.Text.Json.Serialization;

namespace IwTune.Calibration;

/// <summary>The last line with <c>--json</c>.</summary>
/// <param name="Runs">Simulated rollouts.</param>
/// <param name="FalseStops">Share that a gate stopped without harm; <see langword="null"/> when there is harm.</param>
/// <param name="FalseStopsInterval">Its 95 % interval (Clopper and Pearson).</param>
/// <param name="MissedHarm">Share that no gate stopped; <see langword="null"/> when there is no harm.</param>
/// <param name="MissedHarmInterval">Its 95 % interval.</param>
/// <param name="MedianSecondsToStop">Of those that were stopped, with a slot of a minute; <see langword="null"/> when none was.</param>
/// <param name="Alpha">The rollout's false-positive rate.</param>
/// <param name="Inputs">How often which input of the gate stopped it.</param>
internal sealed record Answer(
    int Runs,
    double? FalseStops,
    double[]? FalseStopsInterval,
    double? MissedHarm,
    double[]? MissedHarmInterval,
    double? MedianSecondsToStop,
    double Alpha,
    IReadOnlyDictionary<string, int> Inputs
)
{
    public static Answer Of(CalibrationResult result)
    {
        var (stopped, missed, harmless) = (result.StoppedShare, result.MissedShare, result.Scenario.IsHarmless);
        return new Answer(
            result.Runs,
            harmless ? stopped.Estimate : null,
            harmless ? [stopped.Low, stopped.High] : null,
            harmless ? null : missed.Estimate,
            harmless ? null : [missed.Low, missed.High],
            result.MedianSecondsToStop,
            result.Scenario.Alpha,
            result.Inputs
        );
    }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(Answer))]
internal sealed partial class AnswerJson : JsonSerializerContext;
