using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Reports;

/// <summary>A host's lines that follow its stored ones, each number once.</summary>
/// <param name="Host">Whose.</param>
/// <param name="Rows">The lines in their order.</param>
internal sealed record HostLines(FleetHost Host, IReadOnlyList<LineRows> Rows)
{
    /// <summary>The same without their rows.</summary>
    public IReadOnlyList<ReportLine> Lines { get; } = [.. Rows.Select(row => row.Line)];

    public long Last => Rows[^1].Number;

    public bool HasState => Rows.Any(row => row.State is not null);

    /// <summary>The lines that follow <paramref name="last"/> without a gap; of copies the first that came.</summary>
    public static HostLines Of(FleetHost host, IEnumerable<LineRows> told, long last)
    {
        var fresh = new List<LineRows>();
        foreach (var line in told.OrderBy(line => line.Number))
        {
            if (line.Number == last + fresh.Count + 1)
                fresh.Add(line);
            else if (line.Number > last + fresh.Count + 1)
                break;
        }
        return new(host, fresh);
    }
}
