using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>One page of the list of hosts.</summary>
/// <param name="Hosts">Its rows.</param>
/// <param name="Previous">Cursor of the first row when there are rows before it.</param>
/// <param name="Next">Cursor of the last row when there are rows after it.</param>
/// <param name="Matched">Hosts that match the filter.</param>
/// <param name="Total">Hosts of the fleet.</param>
public sealed record HostListPage(IReadOnlyList<HostSummary> Hosts, string? Previous, string? Next, int Matched, int Total);
