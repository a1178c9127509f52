using IwTune.Server.Console;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>What it means that a host decides a window itself, in plain words.</summary>
internal static class SteeringMeaning
{
    /// <summary>For a cell: <c>16</c>, <c>auto, 3 to 10</c>, <c>learned, 10 to 32</c>, <c>unset</c>.</summary>
    public static string Send(ScopeRule rule) =>
        rule.Steering switch
        {
            Steering.Auto auto => $"auto, {auto.Min} to {auto.Max}",
            Steering.Learned learned => $"learned, {learned.Start} to {learned.Max}",
            _ => rule.Window.InitCwnd?.ToString() ?? "unset",
        };

    /// <summary>Empty for a policy that names every number.</summary>
    public static IEnumerable<string> Of(Policy policy)
    {
        var steerings = policy.Scopes.Select(rule => rule.Steering).ToList();
        if (steerings.OfType<Steering.Auto>().FirstOrDefault() is { } auto)
            yield return $"auto: a host starts with {auto.Start} segments and evaluates its own connections, "
                + $"{Quantities.Count(auto.Every)} at a time. When more than 5 % of them have loss in the first flight, the "
                + $"window is halved; otherwise it grows by 2, {Often(auto.Period)}, and stays within {auto.Min} to {auto.Max} (RFC "
                + "9040, Appendix C).";
        if (steerings.OfType<Steering.Learned>().FirstOrDefault() is { } learned)
            yield return "learned: a host uses half of what its recent connections to the same prefix reached, at most "
                + $"{learned.Max} segments, and grows by 2 at a time. One loss in a first flight halves it, and after "
                + $"{PolicyMeaning.Span(learned.Expiry)} without new connections it is {learned.Start} again.";
        if (steerings.Exists(steering => steering is not Steering.Fixed))
            yield return "Each host decides within these bounds; its history shows the reasons. A host that cannot observe its "
                + "connections does not raise the window.";
    }

    private static string Often(TimeSpan period) => period > TimeSpan.Zero ? $"at most once in {PolicyMeaning.Span(period)}" : "each time";
}
