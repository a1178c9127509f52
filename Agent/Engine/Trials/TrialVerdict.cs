using System.Globalization;

namespace IwTune.Agent.Engine.Trials;

/// <summary>
/// What the figures of a trial mean, in plain words. Two metrics decide, because latency alone hides harm: docs/science.md, "A narrow link
/// with a short queue", has windows that are the fastest and lose most.
/// </summary>
internal static class TrialVerdict
{
    /// <summary>A window with this share of the largest gain is enough (docs/recommendation.md, "Decision").</summary>
    private const double Enough = 0.9;

    /// <summary>Windows with this share of retransmissions do harm: guardrail <c>retransmissions</c> (RFC 6928 §10).</summary>
    private const double Harmful = 0.04;

    /// <summary>A smaller difference is lost in the variation of any path, ms (guardrail <c>short-path</c>).</summary>
    private const double Visible = 5;

    public static string Of(TrialResult result)
    {
        var arms = result.Arms;
        if (arms.Count == 1)
            return $"With {Counted.Of(arms[0].Window, "segment")} it takes {Ms(arms[0].Time)}{Again(arms[0])}.";
        var fastest = Fastest(arms, double.PositiveInfinity)!;
        var harmless = Fastest(arms, Harmful);
        if (harmless is null)
            return $"Every window loses much here: even {arms[0].Window} retransmits {Share(arms[0])} of its segments. A larger window "
                + "makes that worse; check the buffer in front of the narrow link.";
        var choice = Smallest(arms, harmless);
        var words = Gain(arms[0], choice, fastest);
        if (fastest.ShareAgain >= Harmful)
            words +=
                $" {fastest.Window} is the fastest with {Ms(fastest.Time)}, but {(fastest.Runs > 0 ? "retransmits" : "would retransmit")} "
                + $"{Share(fastest)} of its segments{Why(result.Trial, fastest)}: that harms other traffic on the link.";
        return words + Beyond(arms, choice, fastest);
    }

    private static string Gain(TrialArm least, TrialArm choice, TrialArm fastest)
    {
        var segments = Counted.Of(choice.Window, "segment");
        if (choice == least && (fastest == least || fastest.ShareAgain >= Harmful))
            return (fastest == least ? $"{segments} {(choice.Window == 1 ? "does" : "do")} best here: " : $"Stay with {segments}: ")
                + $"{Ms(choice.Time)}{Again(choice)}.";
        if (least.Time - choice.Time < Visible)
            return $"The window makes no visible difference here: {Ms(least.Time)} with {least.Window}, {Ms(choice.Time)} with "
                + $"{choice.Window}. Leave it as it is.";
        return $"{segments} {(choice.Window == 1 ? "is" : "are")} enough: {Ms(choice.Time)} instead of {Ms(least.Time)} with "
            + $"{least.Window}, {Ms(least.Time - choice.Time)} less{Again(choice)}.";
    }

    private static string Beyond(IReadOnlyList<TrialArm> arms, TrialArm choice, TrialArm fastest)
    {
        var last = arms[^1];
        if (last == choice || (last == fastest && last.ShareAgain >= Harmful))
            return "";
        return (last.Time - choice.Time) switch
        {
            > Visible => $" {last.Window} is slower: {Ms(last.Time)}{Again(last)}.",
            > -Visible => $" {last.Window} gains nothing more{(last.ShareAgain > 0 ? Again(last) : "")}.",
            var less => $" {last.Window} gains another {Ms(-less)}{(last.ShareAgain > 0 ? Again(last) : "")}.",
        };
    }

    private static TrialArm? Fastest(IReadOnlyList<TrialArm> arms, double mostAgain)
    {
        TrialArm? fastest = null;
        foreach (var arm in arms)
        {
            if (arm.ShareAgain < mostAgain && (fastest is null || arm.Time < fastest.Time))
                fastest = arm;
        }
        return fastest;
    }

    private static TrialArm Smallest(IReadOnlyList<TrialArm> arms, TrialArm best)
    {
        var limit = best.Time + ((1 - Enough) * Math.Max(0, arms[0].Time - best.Time));
        foreach (var arm in arms)
        {
            if (arm.Time <= limit && arm.ShareAgain < Harmful)
                return arm;
        }
        return best;
    }

    private static string Why(Trial trial, TrialArm arm) =>
        trial.Overflow(arm.Window) > 0
            ? string.Create(
                CultureInfo.InvariantCulture,
                $" because its first flight does not fit the buffer of {trial.QueuePackets} packets"
            )
            : "";

    private static string Again(TrialArm arm) =>
        arm.ShareAgain switch
        {
            0 when arm.Runs == 0 => "",
            0 => ", nothing retransmitted",
            _ => $", {Share(arm)} of its segments retransmitted",
        };

    private static string Share(TrialArm arm) =>
        (arm.ShareAgain * 100).ToString(arm.ShareAgain < 0.1 ? "0.#" : "0", CultureInfo.InvariantCulture) + " %";

    private static string Ms(double time) => time.ToString(time < 100 ? "0.#" : "0", CultureInfo.InvariantCulture) + " ms";
}
