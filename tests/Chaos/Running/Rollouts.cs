using System.Text.Json;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Chaos.Running;

/// <summary>The rollouts, as an administrator follows them.</summary>
internal sealed class Rollouts(Ground ground)
{
    /// <summary>The last answer.</summary>
    public string Said { get; private set; } = "";

    /// <summary>True when none moves hosts. One that is held or paused says why, and an administrator ends it.</summary>
    public bool Rest()
    {
        var result = ground.Fleet("rollouts", "list", "--json");
        Said = result.Output + result.Error;
        if (result.ExitCode != 0)
            return false;
        var states = JsonSerializer
            .Deserialize(result.Output, RolloutJson.Default.IReadOnlyListRolloutSummary)!
            .Select(rollout => rollout.State)
            .ToList();
        if (states.Exists(state => state is RolloutState.Holding or RolloutState.Paused))
            ground.Fleet("rollouts", "abort", Operations.Policy, "--reason", "the schedule is over");
        return states.TrueForAll(RolloutWords.Ended);
    }
}
