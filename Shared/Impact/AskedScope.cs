using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Impact;

/// <summary>
/// A scope with its required window; where the host decides, the window it has decided within the same bounds, or the start value.
/// </summary>
internal sealed record AskedScope(Scope Scope, Window Window, string Decided)
{
    public static IReadOnlyList<AskedScope> All(ForecastCase given)
    {
        var asked = new List<AskedScope>(given.Content.Windows.Count);
        var limits = given.Content.Limits.Narrow(given.State.Limits ?? Limits.None);
        foreach (var window in given.Content.Windows)
        {
            if (window.Rule() is { Scope: var scope })
                asked.Add(
                    window.Steering is { } steering
                        ? new(scope, new(Begun(window, steering, limits, given), window.InitRwnd), steering.Word)
                        : new(scope, new(window.InitCwnd, window.InitRwnd), "")
                );
        }
        return asked;
    }

    private static int? Begun(BundleWindow window, BundleSteering steering, Limits limits, ForecastCase given)
    {
        var decided = given.State.Decided?.FirstOrDefault(one => one.Scope == window.Scope && one.Word == steering.Word)?.Value;
        var number = Math.Min(
            decided is { } value ? Math.Clamp(value, steering.Min, steering.Max) : steering.Read()?.Start ?? steering.Min,
            limits.Max ?? int.MaxValue
        );
        return given.Release is null ? number : Policies.OperatingSystems.TemplateRules.Nearest(number);
    }
}
