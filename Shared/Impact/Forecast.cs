using IwTune.Shared.Policies;
using IwTune.Shared.Policies.OperatingSystems;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Impact;

/// <summary>
/// What a host would do with a requirement, from what it reported last. Pure. It follows the agent's own order of resolving, refusing and
/// withholding; what only the host measures (losses on its paths) it cannot know and does not guess.
/// </summary>
public static class Forecast
{
    private const string TooOld = "its agent does not know scopes of containers and cannot apply the policy: update the agent first";

    private const string Hidden = "a host reports its containers only when a policy covers them";

    /// <summary>The forecast for the host.</summary>
    public static HostForecast Of(ForecastCase given)
    {
        var asked = AskedScope.All(given);
        var fit = given.Release is { } release ? WindowsLimits.Of(given.Content, release) : null;
        if (given.State.NoContainers is null && asked.Any(one => one.Scope is Scope.Containers))
            return new(Prospect.Unsupported, TooOld, [], []);
        var judge = new TargetProspect(given, fit);
        var targets = new List<TargetForecast>();
        var followed = new HashSet<AskedScope>();
        foreach (var target in given.State.Targets)
        {
            if (target.Place is not { } place)
                continue;
            var best = Deciding(asked, place, given.Release is not null, followed) ?? (given.Release is null ? null : Given(asked, target));
            if (best is not null)
                targets.Add(judge.Of(target, best));
            else if (target.Managed || target.Left == TargetLeft.Overridden)
                targets.Add(judge.Unwanted(target));
        }
        foreach (var scope in asked)
        {
            if (given.Release is not null && scope.Scope is Scope.Prefix prefix && followed.Add(scope))
                targets.Add(judge.Filter(prefix, scope));
        }
        List<string> unmatched = [.. asked.Where(scope => !followed.Contains(scope)).Select(scope => Unmatched(scope, given))];
        var (prospect, why) = Whole(targets, unmatched, asked.Count);
        if (targets.Count == 0 && given.State.NoContainers is "" && asked.Any(one => one.Scope is Scope.Containers))
            (prospect, why) = (Prospect.Unknown, Hidden);
        // A client that has the window already is compliant, although it could not get another one.
        return given.Release == WindowsRelease.Client && prospect == Prospect.Unsupported
            ? HostForecast.Client()
            : new(prospect, why, targets, unmatched);
    }

    /// <summary>The forecast from the release of a Windows host alone, for a host of which nothing else is known.</summary>
    /// <returns><see langword="null"/> when its release supports all of it.</returns>
    public static HostForecast? ByRelease(BundleContent content, WindowsRelease release)
    {
        if (content.Windows.Count == 0)
            return null;
        var cannot = WindowsLimits.Misfits(content, release);
        return release == WindowsRelease.Client ? HostForecast.Client()
            : cannot.Count > 0 ? new(Prospect.Unsupported, string.Join(' ', cannot), [], [])
            : null;
    }

    private static AskedScope? Deciding(IReadOnlyList<AskedScope> asked, in TargetPlace place, bool windows, HashSet<AskedScope> followed)
    {
        AskedScope? best = null;
        foreach (var one in asked)
        {
            if (!(windows ? WindowsLimits.Speaks(one.Scope, place) : ScopeReach.Covers(one.Scope, place)))
                continue;
            followed.Add(one);
            if (best is null || ScopeReach.Weight(one.Scope) > ScopeReach.Weight(best.Scope))
                best = one;
        }
        return best;
    }

    /// <summary>A custom template of Windows stands behind the prefix that it was given to.</summary>
    private static AskedScope? Given(IReadOnlyList<AskedScope> asked, TargetState target) =>
        target.Id.StartsWith("template ", StringComparison.Ordinal)
            ? asked.FirstOrDefault(one => one.Scope is Scope.Prefix && one.Scope.ToString() == target.Scope)
            : null;

    private static string Unmatched(AskedScope scope, ForecastCase given) =>
        (scope.Scope, given.Release) switch
        {
            (Scope.Interface, not null) => $"{scope.Scope}: Windows chooses a template by round-trip time, prefix or port",
            (Scope.Table, not null) => $"{scope.Scope}: Windows has only one routing table",
            (Scope.Containers, _) when given.State.NoContainers is { Length: > 0 } why => $"{scope.Scope}: {why}",
            (Scope.Containers, _) => $"{scope.Scope}: {Hidden}",
            (Scope.Table { Name: "local" }, _) => $"{scope.Scope}: a host reports its own addresses only when a policy covers them",
            _ => $"{scope.Scope}: nothing on this host matches",
        };

    private static (Prospect Prospect, string Why) Whole(List<TargetForecast> targets, List<string> unmatched, int asked)
    {
        var told = targets.Where(target => target.Prospect != Prospect.Same).MaxBy(target => target.Prospect);
        return told is not null ? (told.Prospect, told.Why)
            : targets.Count == 0 && asked > 0 ? (Prospect.Unsupported, $"nothing to set for {string.Join("; ", unmatched)}")
            : (Prospect.Same, "");
    }
}
