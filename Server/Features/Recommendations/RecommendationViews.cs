using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Traffic;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Model;
using IwTune.Shared.Model.Recommending;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Recommendations;

/// <summary>Windows recommended from the connections that hosts reported, merged over hosts, days and targets of one kind.</summary>
public sealed class RecommendationViews(SeenHosts hosts, Requirements requirements, RecentTraffic recent)
{
    /// <summary>For the hosts that a policy is for now.</summary>
    /// <param name="policy">Its name.</param>
    /// <param name="days">How many days back.</param>
    /// <param name="window">The window whose outcome is added; it may depend on the windows that were computed.</param>
    /// <param name="ct">Gives up.</param>
    public Task<IReadOnlyList<FleetRecommendation>> OfPolicyAsync(
        string policy,
        int days = TrafficViews.UsualDays,
        Func<IReadOnlyList<FleetRecommendation>, int?>? window = null,
        CancellationToken ct = default
    ) => OfAsync(policy, [.. hosts.All.Where(host => PolicyOf(host) == policy)], days, window, ct);

    /// <summary>For every policy that decides for a host.</summary>
    /// <inheritdoc cref="OfPolicyAsync" path="/param[@name!='policy']"/>
    public async Task<IReadOnlyList<FleetRecommendation>> OfAllAsync(
        int days = TrafficViews.UsualDays,
        Func<IReadOnlyList<FleetRecommendation>, int?>? window = null,
        CancellationToken ct = default
    )
    {
        var found = new List<Found>();
        foreach (var group in hosts.All.GroupBy(PolicyOf, StringComparer.Ordinal).OrderBy(group => group.Key, StringComparer.Ordinal))
            found.AddRange(await FindAsync(group.Key, [.. group], days, ct));
        return Answer(found, window);
    }

    /// <summary>For hosts that have something in common.</summary>
    internal async Task<IReadOnlyList<FleetRecommendation>> OfAsync(
        string name,
        IReadOnlyList<FleetHost> of,
        int days,
        Func<IReadOnlyList<FleetRecommendation>, int?>? window,
        CancellationToken ct
    ) => Answer(await FindAsync(name, of, days, ct), window);

    private async Task<List<Found>> FindAsync(string name, IReadOnlyList<FleetHost> of, int days, CancellationToken ct)
    {
        var content = of.Select(host => host.Required(requirements.Current).Content).FirstOrDefault() ?? BundleContent.Nothing;
        var found = new List<Found>();
        var traffic = await recent.OfAsync(of, days, ct);
        foreach (var (role, (time, telling)) in traffic.Roles.OrderBy(pair => pair.Key))
        {
            var asked = Case($"{(name.Length > 0 ? name : "these hosts")}, {Word(role)}", role, time.Profile, content, of);
            found.Add(new(new(name, role, of.Count, traffic.Read, telling, time.Until, traffic.Recommend(asked)), asked, traffic));
        }
        return found;
    }

    private static List<FleetRecommendation> Answer(List<Found> found, Func<IReadOnlyList<FleetRecommendation>, int?>? window)
    {
        List<FleetRecommendation> said = [.. found.Select(one => one.Said)];
        return window?.Invoke(said) is { } asked ? [.. found.Select(one => one.Said with { WhatIf = Outcome(one, asked) })] : said;
    }

    private static WindowOutcome? Outcome(Found one, int window) =>
        one.Said.Recommendation.Sweep.LastOrDefault(point => point.Segments <= window) is { } point
            ? new(point.Segments, one.Traffic.Outcomes(one.Case, point.Segments))
            : null;

    internal static string Word(PathRole role) => role == PathRole.Internet ? "towards the Internet" : "on your own paths";

    /// <summary>What a content gives paths of one kind, segments: what the first scope of that kind says, else the default.</summary>
    internal static int WindowOf(BundleContent content, PathRole role)
    {
        int? found = null,
            ofDefault = null;
        foreach (var rule in content.Rules())
        {
            if ((rule.Window.InitCwnd ?? rule.Steering.Start) is not { } segments)
                continue;
            found ??= PathRoles.Of(rule.Scope) == role ? segments : null;
            ofDefault ??= rule.Scope is Scope.Default ? segments : null;
        }
        return found ?? ofDefault ?? InitialWindow.LinuxDefault;
    }

    private string PolicyOf(FleetHost host) => host.Required(requirements.Current).Policy ?? "";

    private static RecommendationCase Case(
        string subject,
        PathRole role,
        TrafficProfile traffic,
        BundleContent content,
        IReadOnlyList<FleetHost> of
    ) =>
        new()
        {
            Subject = subject,
            Traffic = traffic,
            Role = role,
            Current = WindowOf(content, role),
            Limits = content.Limits,
            Override = content.Override,
            Takes = of.Any(host => host.Identity.IsWindows) ? SegmentRange.Windows : SegmentRange.Linux,
        };

    /// <param name="Said">As clients get it.</param>
    /// <param name="Case">What it was made from.</param>
    /// <param name="Traffic">The connections of the case.</param>
    private sealed record Found(FleetRecommendation Said, RecommendationCase Case, RoleTraffic Traffic);
}
