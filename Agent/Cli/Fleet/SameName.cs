using IwTune.Agent.Cli.Output;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>
/// A host may be named by its name as long as no other has the same. When the server refuses a name that several hosts have, they are
/// listed with their ids.
/// </summary>
internal static class SameName
{
    private const int PageSize = 500,
        MostListed = 20;

    /// <summary>Explains a refusal.</summary>
    /// <param name="fleet">The server that refused.</param>
    /// <param name="refused">Its answer.</param>
    /// <param name="named">The host as it was named on the command line.</param>
    /// <param name="now">Ages are counted from it.</param>
    /// <param name="ct">Cancels the look.</param>
    /// <returns>The refusal with the list; the refusal itself when at most one host has the name.</returns>
    public static async Task<FleetRefusedException> ExplainAsync(
        FleetConnection fleet,
        FleetRefusedException refused,
        string named,
        DateTimeOffset now,
        CancellationToken ct
    )
    {
        if (refused.Exit is not (ExitCode.Error or ExitCode.Usage))
            return refused;
        try
        {
            List<(string Name, string Id, DateTimeOffset? Seen)> found =
            [
                .. await MembersAsync(fleet, named, ct),
                .. await WaitingAsync(fleet, named, ct),
            ];
            return found.Count < 2 ? refused : new FleetRefusedException(refused.Exit, Text(found, named, now));
        }
        catch (FleetRefusedException)
        {
            return refused; // who may not list hosts still gets the first answer
        }
    }

    private static async Task<IEnumerable<(string Name, string Id, DateTimeOffset? Seen)>> MembersAsync(
        FleetConnection fleet,
        string named,
        CancellationToken ct
    )
    {
        var page = await fleet.GetAsync(
            $"{FleetPaths.Hosts}?q={Uri.EscapeDataString(named)}&limit={PageSize}",
            HostsJson.Default.HostPage,
            ct
        );
        return page.Hosts.Where(host => Is(host.Name, named)).Select(host => (host.Name, host.Id, host.LastSeen));
    }

    private static async Task<IEnumerable<(string Name, string Id, DateTimeOffset? Seen)>> WaitingAsync(
        FleetConnection fleet,
        string named,
        CancellationToken ct
    )
    {
        try
        {
            var page = await fleet.GetAsync($"{FleetPaths.Pending}?all=false&limit={PageSize}", EnrolmentJson.Default.PendingPage, ct);
            return page.Hosts.Where(host => Is(host.Name, named)).Select(host => ($"{host.Name} (waiting)", host.Id, host.LastCall));
        }
        catch (FleetRefusedException)
        {
            return [];
        }
    }

    private static bool Is(string name, string named) => string.Equals(name, named, StringComparison.OrdinalIgnoreCase);

    private static string Text(List<(string Name, string Id, DateTimeOffset? Seen)> found, string named, DateTimeOffset now)
    {
        var rows = found
            .Take(MostListed)
            .Select(host => $"  {host.Name}  {host.Id}  {(host.Seen is { } seen ? $"last seen {Age.Of(now - seen)} ago" : "never seen")}");
        var more = found.Count > MostListed ? $"\n  and {found.Count - MostListed} more" : "";
        return $"{found.Count} hosts have the name '{named}'. Nothing was done. Use the id instead of the "
            + $"name:\n{string.Join('\n', rows)}{more}";
    }
}
