using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Policies.Pages;
using IwTune.Server.Storage;
using IwTune.Shared.Impact;
using IwTune.Shared.Policies;
using IwTune.Shared.Policies.OperatingSystems;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>
/// Hosts on which a revision would change nothing, because they cannot apply it: by the release of Windows, or by their last report.
/// </summary>
/// <remarks>
/// By the last report even when the host has changed since: a plan that depends on when a report arrives would become void by itself.
/// </remarks>
internal static class UnableHosts
{
    /// <summary>Reads the reports before a transaction that others wait for.</summary>
    public static async Task ReadAheadAsync(Fleet fleet, string policy) => _ = await ReportsAsync(fleet, policy);

    /// <returns>Why, by host.</returns>
    public static async Task<IReadOnlyDictionary<string, string>> OfAsync(DbSession db, Fleet fleet, RevisionRow target)
    {
        var unable = new Dictionary<string, string>(StringComparer.Ordinal);
        var windows = await WindowsHostQueries.AllAsync(db);
        if (PolicyReader.Read(target.Document).Policy is { } policy)
            foreach (var host in UnfitHost.Of(policy, windows))
                unable[host.Id] = $"unsupported: {host.Reasons[0]}";
        var content = target.ReadContent();
        // An audit changes nothing anywhere, and reports what differs.
        if (content.Mode == PolicyMode.Audit)
            return unable;
        var releases = windows.ToDictionary(row => row.Id, row => WindowsReleases.OfFacts(row.Kernel, row.OsName), StringComparer.Ordinal);
        var reasons = new Dictionary<(HostState, WindowsRelease?), string?>();
        foreach (var (host, report) in await ReportsAsync(fleet, target.Policy))
        {
            // A Windows host of an unknown release may be able to.
            if (unable.ContainsKey(host) || releases.TryGetValue(host, out var release) && release is null)
                continue;
            if (!reasons.TryGetValue((report.State, release), out var why))
                reasons.Add((report.State, release), why = Why(content, report.State, release));
            if (why is not null)
                unable[host] = why;
        }
        return unable;
    }

    private static string? Why(BundleContent content, HostState state, WindowsRelease? release)
    {
        // A host that has reported no route says nothing about the routes that it has.
        if (state.Targets.Count == 0)
            return null;
        var forecast = Forecast.Of(
            new()
            {
                Content = content,
                State = state,
                Release = release,
            }
        );
        return forecast.Prospect switch
        {
            Prospect.Unsupported => $"unsupported: {forecast.Why}",
            Prospect.Refused => $"refused by a limit: {forecast.Why}",
            _ => null,
        };
    }

    private static Task<IReadOnlyDictionary<string, Situation>> ReportsAsync(Fleet fleet, string policy)
    {
        var set = fleet.Requirements.Current;
        return fleet.Situations.OfAsync(
            [.. fleet.Hosts.All.Where(host => set.PolicyFor(host.Identity) == policy).Select(host => host.Id)],
            CancellationToken.None
        );
    }
}
