namespace IwTune.Shared.Wire;

/// <summary>The outcome of a target in the words that logs, command line and console share.</summary>
public static class TargetWords
{
    /// <summary>The result of a step.</summary>
    public static string Of(TargetOutcome outcome) => outcome == TargetOutcome.AlreadyThere ? "Already set" : outcome.ToString();

    /// <summary>Why a target is left unchanged.</summary>
    public static string Of(TargetLeft left) =>
        left switch
        {
            TargetLeft.OwnerFights => "Owner fights",
            TargetLeft.Overridden => "Local override",
            _ => "Held",
        };
}
