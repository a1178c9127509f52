namespace IwTune.Shared.Fleet.Rollouts;

/// <summary>A yes to exactly this plan.</summary>
/// <param name="PlanHash">As in <see cref="RolloutDetail.PlanHash"/>; another one is refused.</param>
/// <param name="Reason">In the approver's words.</param>
public sealed record ApproveRequest(string PlanHash, string Reason);

/// <summary>A person's command to a rollout.</summary>
/// <param name="Action">What.</param>
/// <param name="Reason">Why, for the audit log.</param>
/// <param name="Confirm">How many hosts it changes, when that is more than half of the fleet.</param>
public sealed record RolloutCommand(RolloutAction Action, string Reason, int? Confirm = null);

/// <summary>Commands that a person may give a rollout.</summary>
public enum RolloutAction
{
    /// <summary>Admit no more hosts until it is resumed.</summary>
    Pause,

    /// <summary>Go on after a pause.</summary>
    Resume,

    /// <summary>Go to the next ring although the gate of this one has not passed; not over a failed one.</summary>
    Promote,

    /// <summary>End it where it is.</summary>
    Abort,

    /// <summary>A new revision with the content of the current one goes to every host.</summary>
    RollBack,
}
