using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>A word or two for the outcome of a target.</summary>
internal static class OutcomeText
{
    public static string Of(TargetState target) =>
        target.Left is { } left ? TargetWords.Of(left)
        : target.Outcome is { } outcome ? TargetWords.Of(outcome)
        : "";
}
