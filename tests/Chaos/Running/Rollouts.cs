using System.Text.Json;

namespace IwTune.Chaos.Running;

/// <summary>The latest rollout, as an administrator follows it.</summary>
internal sealed class Rollouts(Ground ground)
{
    /// <summary>The last answer.</summary>
    public string Said { get; private set; } = "";

    /// <summary>True when none moves hosts. One that a gate holds says why, and an administrator ends it.</summary>
    public bool Rest()
    {
        var result = ground.Fleet("rollouts", "list", "--json");
        Said = result.Output + result.Error;
        if (result.ExitCode != 0)
            return false;
        using var all = JsonDocument.Parse(result.Output);
        var states = all.RootElement.EnumerateArray().Select(one => one.GetProperty("state").GetString()).ToList();
        if (states.Contains("Holding"))
            ground.Fleet("rollouts", "abort", Operations.Policy, "--reason", "the schedule is over");
        return states.TrueForAll(state => state is "Complete" or "RolledBack" or "Aborted" or "Superseded");
    }
}
