using IwTune.Server.Console;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>Everything the list of hosts shows is in its address, so that it can be sent to a colleague.</summary>
/// <param name="Query">The filter.</param>
/// <param name="Sort">The order; a leading hyphen turns it round.</param>
/// <param name="After">Cursor of the row to start after.</param>
/// <param name="Before">Cursor of the row to end before.</param>
public sealed record HostsAddress(string? Query, string? Sort, string? After, string? Before)
{
    /// <summary>The columns, as the address has them; <see langword="null"/> for the standard ones.</summary>
    public string? Columns { get; init; }

    public string Page => Of("/hosts");

    /// <summary>The same rows again, without the page around them.</summary>
    public string Fragment => Of("/hosts/rows");

    /// <summary>Every match, not only this page.</summary>
    public string Csv => Address.Of("/hosts.csv", ("q", Query), ("sort", Sort), ("cols", Columns));

    /// <summary>What the matching hosts have in common, without the page around it.</summary>
    public string Facets => Address.Of("/hosts/facets", ("q", Query), ("sort", Sort), ("cols", Columns));

    /// <summary>The page with it, for browsers without a script.</summary>
    public string WithFacets => Address.Of("/hosts", ("q", Query), ("sort", Sort), ("cols", Columns), ("facets", "true"));

    /// <summary>Another search in the same order, from its first page.</summary>
    public HostsAddress Asking(string? query) => new(query, Sort, null, null) { Columns = Columns };

    public string SortedBy(string sort) => Address.Of("/hosts", ("q", Query), ("sort", sort == "name" ? null : sort), ("cols", Columns));

    public HostsAddress From(string? after, string? before) => this with { After = after, Before = before };

    private string Of(string path) =>
        Address.Of(path, ("q", Query), ("sort", Sort), ("cols", Columns), ("after", After), ("before", Before));
}
