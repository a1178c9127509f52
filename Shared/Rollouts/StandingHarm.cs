using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Shared.Rollouts;

/// <summary>
/// Shown harm to first flights. Its evidence is that of the whole rollout and is never withdrawn, so that a gate that failed by it fails
/// again however often it is judged.
/// </summary>
public static class StandingHarm
{
    /// <summary>True when the gate failed by it.</summary>
    /// <param name="gate">As the server stored it.</param>
    public static bool In(RolloutGate gate)
    {
        foreach (var input in gate.Inputs)
        {
            if (input is { Verdict: GateVerdict.Fail, Name: "first-flight loss" or "first-flight loss, own past" })
                return true;
        }
        return false;
    }
}
