namespace IwTune.Shared.Policies.Editing;

/// <summary>The keys that a form shows, and the order in which new ones are written.</summary>
internal static class PolicyKeys
{
    internal static readonly string[] Order = ["policy", "mode", "window", "scopes", "limits", "auto", "learned", "override", "confirm"];
    internal static readonly string[] OfScope = [.. ScopeFields.Kinds, "window"];
    internal static readonly string[] OfWindow = WindowRule.Known;
    internal static readonly string[] OfLimits = LimitsRule.Known;
    internal static readonly string[] Shown = [.. Order.Except(["auto", "learned"], StringComparer.Ordinal)];
}
