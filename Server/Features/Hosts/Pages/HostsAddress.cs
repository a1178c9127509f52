using IwTune.Server.Console;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>Everything the list of hosts shows is in its address, so that it can be sent to a colleague.</summary>
/// <param name="Query">The filter.</param>
/// <param name="Sort">The order; a leading hyphen turns it round.</param>
/// <param name="After">Cursor of the row to start after.</param>
/// <param name="Before">Cursor of the row to end before.</param>
internal sealed record HostsAddress(string? Query, string? Sort, string? After, string? Before)
{
    public string Page => Of("/hosts");

    /// <summary>The same rows again, without the page around them.</summary>
    public string Fragment => Of("/hosts/rows");

    /// <summary>Every match, not only this page.</summary>
    public string Csv => Address.Of("/hosts.csv", ("q", Query), ("sort", Sort));

    public string SortedBy(string sort) => Address.Of("/hosts", ("q", Query), ("sort", sort == "name" ? null : sort));

    public HostsAddress From(string? after, string? before) => this with { After = after, Before = before };

    private string Of(string path) => Address.Of(path, ("q", Query), ("sort", Sort), ("after", After), ("before", Before));
}
