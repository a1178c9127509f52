using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Features.Assignments;

/// <summary>Assignments as clients read them, with how many hosts each reaches.</summary>
internal static class AssignmentViews
{
    /// <summary>The one that wins first.</summary>
    public static async Task<IReadOnlyList<AssignmentSummary>> ListAsync(Database database, SeenHosts hosts, Requirements requirements)
    {
        var rows = await database.ReadAsync(AssignmentQueries.ListAsync);
        var set = requirements.Current;
        var decides = hosts.All.CountBy(host => host.Required(set).By?.Id ?? "").ToDictionary(StringComparer.Ordinal);
        return
        [
            .. rows.Where(row => hosts.Tells(row.Read())).Select(row => Of(row, hosts, decides.GetValueOrDefault(row.Id))),
        ];
    }

    public static AssignmentSummary Of(AssignmentRow row, SeenHosts hosts, RequirementSet set) =>
        Of(row, hosts, hosts.All.Count(host => host.Required(set).By?.Id == row.Id));

    private static AssignmentSummary Of(AssignmentRow row, SeenHosts hosts, int decides) =>
        new(
            row.Id,
            row.Read().ToString(),
            row.Policy,
            (int)row.Priority,
            row.Author,
            row.Reason,
            Clock.At(row.CreatedAt),
            Matched(row, hosts),
            decides
        );

    private static int Matched(AssignmentRow row, SeenHosts hosts)
    {
        var selector = row.Read();
        return hosts.All.Count(host => selector.Matches(host.Identity));
    }
}
