using IwTune.Server.Console;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Standing.Pages;

/// <summary>Everything the page shows is in its address.</summary>
/// <param name="Kind">The list; <see langword="null"/> for every host that stands out.</param>
/// <param name="Query">The filter.</param>
/// <param name="After">Cursor of the row to start after.</param>
/// <param name="Days">Days of the list of writers that change windows.</param>
public sealed record StandingAddress(StandingKind? Kind, string? Query, string? After, int Days)
{
    public string Page => Address.Of("/standing", ("kind", Word), ("q", Query), ("after", After), ("days", Days == 1 ? null : $"{Days}"));

    public string Csv => Address.Of("/standing.csv", ("kind", Word), ("q", Query));

    public string Api => Address.Of(FleetPaths.Standing, ("kind", $"{Kind}"), ("q", Query));

    public string Cli =>
        "iwtune fleet "
        + $"standing{(Kind is null ? "" : $" {Word}")}{(string.IsNullOrWhiteSpace(Query) ? "" : $" -q {Commands.Quote(Query)}")}";

    private string? Word => Kind?.ToString().ToLowerInvariant();
}
