using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet.Hosts;

/// <summary>
/// A host may be named by its name as long as no other has the same. When the server refuses a name that several hosts have, they are
/// listed with their ids; when it refuses that of a host that waits for approval, the answer says so.
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
    /// <returns>The refusal with the list, or with what the host waits for; the refusal itself when neither explains it.</returns>
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
            var (members, waiting) = (await MembersAsync(fleet, named, ct), await WaitingAsync(fleet, named, ct));
            return (members.Count, waiting) switch
            {
                (0, [var host]) => new FleetRefusedException(refused.Exit, $"{refused.Message}\n{Waits(host, now)}")
                {
                    Document = refused.Document,
                    Problems = refused.Problems,
                },
                var (count, _) when count + waiting.Count > 1 => new FleetRefusedException(
                    refused.Exit,
                    Text(members, waiting, named, now)
                ),
                _ => refused,
            };
        }
        catch (FleetRefusedException)
        {
            return refused; // who may not list hosts still gets the first answer
        }
    }

    private static async Task<IReadOnlyList<HostSummary>> MembersAsync(FleetConnection fleet, string named, CancellationToken ct)
    {
        var page = await fleet.GetAsync(
            $"{FleetPaths.Hosts}?q={Uri.EscapeDataString(named)}&limit={PageSize}",
            HostsJson.Default.HostPage,
            ct
        );
        return [.. page.Hosts.Where(host => Is(host.Name, named))];
    }

    private static async Task<IReadOnlyList<PendingHost>> WaitingAsync(FleetConnection fleet, string named, CancellationToken ct)
    {
        try
        {
            var page = await fleet.GetAsync($"{FleetPaths.Pending}?all=false&limit={PageSize}", EnrolmentJson.Default.PendingPage, ct);
            return [.. page.Hosts.Where(host => Is(host.Name, named) || host.Id == named)];
        }
        catch (FleetRefusedException)
        {
            return [];
        }
    }

    private static bool Is(string name, string named) => string.Equals(name, named, StringComparison.OrdinalIgnoreCase);

    private static string Waits(PendingHost host, DateTimeOffset now) =>
        $"{host.Name} asked to enrol {Age.Of(now - host.Asked)} ago and waits for approval; until then the server knows nothing else about "
        + $"it. 'iwtune fleet hosts approve {host.Id}' lets it into the fleet, 'iwtune fleet hosts pending' shows all that wait.";

    private static string Text(IReadOnlyList<HostSummary> members, IReadOnlyList<PendingHost> waiting, string named, DateTimeOffset now)
    {
        List<(string Name, string Id, DateTimeOffset? Seen)> found =
        [
            .. members.Select(host => (host.Name, host.Id, host.LastSeen)),
            .. waiting.Select(host => ($"{host.Name} (waiting)", host.Id, host.LastCall)),
        ];
        var rows = found
            .Take(MostListed)
            .Select(host => $"  {host.Name}  {host.Id}  {(host.Seen is { } seen ? $"last seen {Age.Of(now - seen)} ago" : "never seen")}");
        var more = found.Count > MostListed ? $"\n  and {found.Count - MostListed} more" : "";
        return $"{found.Count} hosts have the name '{named}'. Nothing was done. Use the id instead of the "
            + $"name:\n{string.Join('\n', rows)}{more}";
    }
}
