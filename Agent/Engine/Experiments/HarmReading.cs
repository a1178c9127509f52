namespace IwTune.Agent.Engine.Experiments;

/// <summary>How far the test for first-flight loss is.</summary>
/// <param name="Last">The latest look; <see langword="null"/> before the first.</param>
/// <param name="Units">Peers, or pairs of blocks, with first-flight loss in either arm.</param>
/// <param name="LeastUnits">How many the next look needs at least.</param>
public sealed record HarmReading(HarmLook? Last, int Units, int LeastUnits)
{
    /// <summary>Of a rule as it is now.</summary>
    public static HarmReading Of(HarmRule rule) => new(rule.Last, rule.Units, rule.LeastUnits);
}
