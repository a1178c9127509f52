using IwTune.Shared.Formatting;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>
/// What the host and its policy permit: a condition of the start, and of every moment after it, because an administrator can change it.
/// </summary>
internal static class ArmLimits
{
    /// <summary>Why the windows must not be set, as sentences; empty when they may.</summary>
    /// <param name="windows">Of the arms, segments; <see langword="null"/> for the host's own.</param>
    /// <param name="rules">The host's rules for any plan.</param>
    /// <param name="policy">The limits of the policy in force.</param>
    public static IEnumerable<string> Refusals(IEnumerable<int?> windows, HostRules rules, Limits policy)
    {
        if (rules.Veto is { } veto)
            yield return veto;
        if (rules.Hold is { } hold)
            yield return $"This host is {hold}. 'iwtune release' ends the hold.";
        if (rules.Observing is { } by)
            yield return $"This host only observes ({by}), so no window is changed.";
        var limits = policy.Narrow(rules.Limits);
        foreach (var window in windows)
        {
            if (window > limits.Max)
                yield return Invariant.Text(
                    $"initcwnd {window} is more than {limits.Max}, "
                        + $"{(limits.Max == policy.Max ? "the policy's own limits.max" : "max in this host's limits.yaml")}."
                );
        }
    }
}
