using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Standing;

/// <summary>What daemon and command line share about holds and overrides: texts and actions.</summary>
internal static class LocalStandingText
{
    public static string Placed(HoldState hold, bool reported) =>
        $"Nothing is changed on this host, not even by a new revision: {hold}. "
        + (reported ? "The server has been notified. " : "")
        + "The hold survives restarts and reboots; 'iwtune release' ends it.";

    public static string NotWhile(HoldState hold, string what) =>
        $"Nothing was {what}: this host is {hold}. 'iwtune release' ends the hold.";

    public static string NotWhileObserving(string by, OverrideRequest asked) =>
        $"Nothing was {(asked.Clear ? "cleared" : "overridden")}: this host only observes ({by}), so no window is changed. 'iwtune "
        + "rollback' still restores.";

    public static IReadOnlyList<LocalOverride> Changed(IReadOnlyList<LocalOverride> before, OverrideRequest asked, DateTimeOffset now)
    {
        if (asked.Clear && asked.Targets.Contains(LocalOverride.All))
            return [];
        foreach (var target in asked.Targets)
            before = asked.Clear
                ? before.Without(target)
                : before.With(new LocalOverride(target, asked.InitCwnd, asked.InitRwnd, asked.By, now, asked.Reason));
        return before;
    }

    public static string NothingToClear(OverrideRequest asked) =>
        asked.Targets is [LocalOverride.All]
            ? "This host has no local override. Nothing was changed."
            : $"There is no local override of {Names(asked)}; 'iwtune status' lists those there are. Nothing was changed.";

    public static string Told(OverrideRequest asked) =>
        asked.Clear
            ? $"{Names(asked)}: the local override was cleared by {asked.By}."
            : $"{Names(asked)}: '{new Shared.Policies.Window(asked.InitCwnd, asked.InitRwnd)}' by local override of "
                + $"{asked.By}{(asked.Reason.Length == 0 ? "" : $": {asked.Reason}")}.";

    /// <param name="asked">The request.</param>
    /// <param name="turn">Its result.</param>
    /// <param name="policy">True when a policy requires anything of this host.</param>
    public static string Done(OverrideRequest asked, Reconciliation turn, bool policy) =>
        asked.Clear
            ? policy
                ? "The policy applies again."
                : "Cleared. This host has no policy, so its own windows apply again."
            : turn.Plan.Refusals.Any(refusal => refusal.Want.Override is not null)
                ? "Not everything was set; the reasons are with the targets. 'iwtune override --clear' clears the override."
                : "Set, and kept regardless of policies. 'iwtune override --clear' "
                    + (policy ? "makes the policy apply again." : "restores what was there before.");

    private static string Names(OverrideRequest asked) =>
        asked.Targets is [LocalOverride.All] ? "Every target" : string.Join(", ", asked.Targets);
}

/// <summary>What a person sets above every policy.</summary>
/// <param name="Targets">Ids of targets; a single <c>*</c> for all.</param>
/// <param name="InitCwnd">Segments.</param>
/// <param name="InitRwnd">Segments.</param>
/// <param name="Clear">Clear the overrides of these targets instead.</param>
/// <param name="By">Who asks.</param>
/// <param name="Reason">Why, in their words.</param>
public sealed record OverrideRequest(IReadOnlyList<string> Targets, int? InitCwnd, int? InitRwnd, bool Clear, string By, string Reason);
