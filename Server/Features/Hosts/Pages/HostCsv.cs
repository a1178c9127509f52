using System.Text;
using IwTune.Server.Console;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>The list of hosts as CSV: every field, or those of the columns that were chosen.</summary>
internal sealed class HostCsv(SeenHosts members)
{
    private static readonly (string Head, Func<HostSummary, string?> Cell)[] Always =
    [
        ("host", host => host.Name),
        ("id", host => host.Id),
        ("verdict", host => host.Verdict.ToString()),
        ("reason", host => host.Reason),
    ];

    /// <summary>The columns of a file without a choice.</summary>
    private static readonly string[] Whole = ["policy", "window", "rtt", "mss", "os", "kernel", "agent", "labels", "enrolled", "seen"];

    /// <param name="hosts">A line each.</param>
    /// <param name="columns">Those chosen; <see langword="null"/> for every field.</param>
    public string Write(IReadOnlyList<HostSummary> hosts, IReadOnlyList<HostColumn>? columns)
    {
        (string Head, Func<HostSummary, string?> Cell)[] cells =
        [
            .. Always,
            .. (columns ?? [.. Whole.Select(key => HostListColumns.All.First(column => column.Key == key))]).SelectMany(CellsOf),
        ];
        var text = new StringBuilder(Csv.Line([.. cells.Select(cell => cell.Head)]));
        foreach (var host in hosts)
            text.Append(Csv.Line([.. cells.Select(cell => cell.Cell(host))]));
        return text.ToString();
    }

    private IEnumerable<(string Head, Func<HostSummary, string?> Cell)> CellsOf(HostColumn column) =>
        column.Key == HostListColumns.Owner ? [("route_owner", host => RouteOwners.Of(members.Find(host.Id)))] : column.Csv;
}
