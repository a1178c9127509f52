using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Features.Rollouts.Gating;

/// <summary>Figures of a gate beside its values. JSON has no infinity.</summary>
internal static class Measure
{
    private const double MostLog = 299 * 2.302585092994046;

    /// <param name="log">The natural logarithm of the evidence.</param>
    /// <param name="needed">The evidence that shows harm.</param>
    public static GateMeasure Evidence(double log, double needed) =>
        new(GateMeasure.Evidence, "", Math.Exp(Math.Min(log, MostLog)), needed);

    public static double? Finite(double? number) => number is { } known && double.IsFinite(known) ? known : null;
}
