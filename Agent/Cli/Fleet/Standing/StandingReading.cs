using System.CommandLine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet.Standing;

/// <summary>Hosts that stand out, all pages of a list as one.</summary>
internal static class StandingReading
{
    private const int PageSize = 500;

    public static Option<string> Filter() =>
        new("--query", "-q", "--filter")
        {
            Description = "Only hosts that match, as in the console: role:edge, os:linux, part of a name",
            HelpName = "TEXT",
        };

    /// <param name="fleet">The server.</param>
    /// <param name="kind">The list; <see langword="null"/> for every host that stands out.</param>
    /// <param name="filter">Which hosts.</param>
    /// <param name="ct">Cancels the calls.</param>
    public static async Task<StandingPage> AllAsync(FleetConnection fleet, StandingKind? kind, string filter, CancellationToken ct)
    {
        var hosts = new List<StandingHost>();
        StandingPage page;
        var after = "";
        do
        {
            page = await PageAsync(fleet, kind, filter, after, PageSize, ct);
            hosts.AddRange(page.Hosts);
            after = page.Next ?? "";
        } while (after.Length > 0);
        return page with { Hosts = hosts };
    }

    public static Task<StandingPage> PageAsync(
        FleetConnection fleet,
        StandingKind? kind,
        string filter,
        string after,
        int limit,
        CancellationToken ct
    ) =>
        fleet.GetAsync(
            $"{FleetPaths.Standing}?kind={kind}&q={Uri.EscapeDataString(filter)}&after={Uri.EscapeDataString(after)}&limit={limit}",
            StandingJson.Default.StandingPage,
            ct
        );
}
