using IwTune.Server.Console;
using IwTune.Shared.Fleet;

namespace IwTune.Server.Features.Compliance.Pages;

/// <summary>Everything the page shows is in its address, so that it can be sent to an auditor.</summary>
/// <param name="AsOf">The instant; <see langword="null"/> for now.</param>
/// <param name="Known">By what was known when; <see langword="null"/> for now.</param>
/// <param name="Query">The filter.</param>
/// <param name="By">What groups are made by.</param>
/// <param name="Days">How long the trend is.</param>
public sealed record ComplianceAddress(string? AsOf, string? Known, string? Query, string? By, int? Days)
{
    public string Page => Of("/compliance", null);

    public string Export => Address.Of("/compliance/export", ("asOf", AsOf), ("known", Known), ("q", Query));

    public string Api => Address.Of(FleetPaths.Compliance, ("asOf", AsOf), ("known", Known), ("q", Query), ("by", By));

    public string Cli => Command("iwtune fleet compliance", By is null ? "" : $" --by {Commands.Quote(By)}");

    public string ExportCli => Command("iwtune fleet export --out compliance.zip", "");

    public string After(string cursor) => Of("/compliance", cursor);

    /// <summary>The same with one more term; the one it has for the same key goes.</summary>
    public string Narrowed(string key, string value) => (this with { Query = QueryText.Narrowed(Query, key, value) }).Page;

    /// <summary>The same for the hosts without a value for the key.</summary>
    public string NarrowedToNone(string key) => (this with { Query = QueryText.NarrowedToNone(Query, key) }).Page;

    private string Command(string verb, string more) =>
        verb
        + (string.IsNullOrWhiteSpace(AsOf) ? "" : $" --as-of {Commands.Quote(AsOf)}")
        + (string.IsNullOrWhiteSpace(Known) ? "" : $" --known-at {Commands.Quote(Known)}")
        + (string.IsNullOrWhiteSpace(Query) ? "" : $" -q {Commands.Quote(Query)}")
        + more;

    private string Of(string path, string? after) =>
        Address.Of(path, ("asOf", AsOf), ("known", Known), ("q", Query), ("by", By), ("days", Days?.ToString()), ("after", after));
}
