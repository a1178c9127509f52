using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Deciding;

/// <summary>
/// A content with this host's own decisions filled in, so that everything after it resolves as if a policy had named them.
/// </summary>
internal static class Decided
{
    /// <param name="content">The required content; it keeps its identity, which does not depend on what a host decides.</param>
    /// <param name="limits">The narrower of the policy's limits and the host's own.</param>
    /// <param name="segments">The numbers that this system accepts; <see langword="null"/> for every number.</param>
    /// <param name="value">The decision for a scope, segments; <see langword="null"/> for its start value.</param>
    public static BundleContent Fill(BundleContent content, Limits limits, SegmentRule? segments, Func<BundleWindow, int?> value)
    {
        if (content.Windows.All(window => window.Steering is null))
            return content;
        return content with
        {
            Windows =
            [
                .. content.Windows.Select(window =>
                    window.Steering is null ? window : window with { InitCwnd = Number(BoundsOf(window, limits)!, segments, value(window)) }
                ),
            ],
        };
    }

    /// <summary>The bounds within which a window is decided here; the host's owner can only narrow them.</summary>
    /// <returns><see langword="null"/> where the policy decides.</returns>
    /// <exception cref="FormatException">The bundle asks for a way of deciding that this version does not know.</exception>
    public static Steering? BoundsOf(BundleWindow window, Limits limits) =>
        window.Steering is not { } steering
            ? null
            : steering.Read() switch
            {
                Steering.Auto auto when limits.Max < auto.Max => auto with
                {
                    Max = limits.Max.Value,
                    Min = Math.Min(auto.Min, limits.Max.Value),
                },
                Steering.Learned learned when limits.Max < learned.Max => learned with { Max = limits.Max.Value },
                { } bounds => bounds,
                null => throw new FormatException(
                    $"A bundle lets this host decide by '{steering.Word}' in a way that this version does not support. Update the agent."
                ),
            };

    private static int Number(Steering bounds, SegmentRule? segments, int? value)
    {
        var number = Math.Min(value ?? int.MaxValue, Most(bounds));
        if (value is null)
            number = bounds.Start!.Value;
        return segments is { Multiple: > 1 and var multiple } rule
            ? Math.Clamp(number / multiple * multiple, rule.Least, rule.Most)
            : number;
    }

    private static int Most(Steering bounds) =>
        bounds switch
        {
            Steering.Auto auto => auto.Max,
            Steering.Learned learned => learned.Max,
            _ => int.MaxValue,
        };
}
