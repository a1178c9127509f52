namespace IwTune.Shared.Fleet.Hosts;

/// <summary>A list of hosts that a person keeps under a name.</summary>
/// <param name="Id">UUIDv7.</param>
/// <param name="Name">Unique among the views of its owner.</param>
/// <param name="Query">
/// As the search box of the console and <c>q</c> of <see cref="FleetPaths.Hosts"/> have it; empty for every host.
/// </param>
/// <param name="Sort">The column it is sorted by; a leading hyphen turns the order round; empty for the name.</param>
/// <param name="Columns">
/// The columns of the console's list, separated by commas; <c>standard</c>, or <c>none</c> for name and verdict.
/// </param>
/// <param name="Shared">True when everyone sees it who may read hosts; otherwise its owner alone.</param>
/// <param name="Owner">Whose it is: <c>user:anna</c>.</param>
/// <param name="Changed">When it was saved last.</param>
public sealed record SavedView(
    string Id,
    string Name,
    string Query,
    string Sort,
    string Columns,
    bool Shared,
    string Owner,
    DateTimeOffset Changed
);

/// <summary>Saves a view, or replaces one.</summary>
/// <param name="Name">1 to 80 characters.</param>
/// <param name="Query">As in <see cref="SavedView"/>.</param>
/// <param name="Sort">As in <see cref="SavedView"/>.</param>
/// <param name="Columns">As in <see cref="SavedView"/>; empty for the standard ones.</param>
/// <param name="Shared">Show it to everyone: needs the permission to change hosts, and is in the audit log.</param>
public sealed record SavedViewRequest(string Name, string Query = "", string Sort = "", string Columns = "", bool Shared = false);
