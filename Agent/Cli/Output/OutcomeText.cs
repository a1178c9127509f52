using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>One word for the outcome of a target.</summary>
internal static class OutcomeText
{
    public static string Of(TargetState target) => target.Left is { } left ? left.ToString() : target.Outcome?.ToString() ?? "";
}
