namespace IwTune.Agent.Engine.Passive;

/// <summary>How long to pause between two passes, so that looking costs no more than its share of one processor.</summary>
public static class LookingBudget
{
    /// <summary>One part in five hundred: 0.2 % of one processor.</summary>
    private const int Share = 500;

    private static readonly TimeSpan Least = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Most = TimeSpan.FromMinutes(2);

    /// <param name="cost">CPU time of the last pass.</param>
    public static TimeSpan Pause(TimeSpan cost) => TimeSpan.FromTicks(Math.Clamp(cost.Ticks * Share, Least.Ticks, Most.Ticks));
}
