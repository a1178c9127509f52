using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Deciding;

/// <summary>A content with the numbers that this host decides itself in their places, so that everything after it resolves as if a policy had named them.</summary>
internal static class Decided
{
    /// <param name="content">What is wanted; it keeps its identity, which does not depend on what a host decides.</param>
    /// <param name="limits">The narrower of the policy's limits and the host's own.</param>
    /// <param name="segments">What this system takes; <see langword="null"/> for every number.</param>
    /// <param name="value">What was decided for a scope, segments; <see langword="null"/> for what it begins with.</param>
    public static BundleContent Fill(BundleContent content, Limits limits, SegmentRule? segments, Func<BundleWindow, int?> value)
    {
        if (content.Windows.All(window => window.Steering is null))
            return content;
        return content with { Windows = [.. content.Windows.Select(window => window.Steering is { } steering ? window with { InitCwnd = Number(steering, limits, segments, value(window)) } : window)] };
    }

    private static int Number(BundleSteering steering, Limits limits, SegmentRule? segments, int? value)
    {
        var bounds = steering.Read() ?? throw new FormatException($"A bundle lets this host decide by '{steering.Word}' in a way that this version does not know. Update the agent.");
        var number = Math.Min(value ?? bounds.Start!.Value, Math.Min(steering.Max, limits.Max ?? steering.Max));
        return segments is { Multiple: > 1 and var multiple } rule ? Math.Clamp(number / multiple * multiple, rule.Least, rule.Most) : number;
    }
}
