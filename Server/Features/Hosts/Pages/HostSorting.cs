using IwTune.Server.Console;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Hosts.Pages;

/// <summary>What the list of hosts is sorted by. Members are in memory; what only the store has is read when the order needs it.</summary>
internal sealed class HostSorting(Requirements requirements, Database database)
{
    /// <param name="column">The key of a column's order; any other text is the order by name.</param>
    /// <param name="ct">Ends the reading.</param>
    /// <param name="kind">Of the reading.</param>
    /// <returns>The sorted value of a host.</returns>
    public async Task<Func<FleetHost, HostSortValue>> ValueAsync(string column, CancellationToken ct, ReadKind kind = ReadKind.Short)
    {
        switch (column)
        {
            case "policy":
                var set = requirements.Current;
                return host => HostSortValue.Of(host.Required(set).Policy);
            case "kernel":
                return host => HostSortValue.Version(host.Identity.Kernel);
            case "agent":
                return host => HostSortValue.Natural(FactOf(host, FactReading.Agent));
            case HostListColumns.Owner:
                return host => HostSortValue.Natural(RouteOwners.Of(host));
            case "seen":
                // The freshest first: ages sort, not moments.
                return host => HostSortValue.Of(long.MaxValue - host.Presence.SeenAt);
            case "state":
                var verdicts = await database.ReadAsync(kind, VerdictsInForce.ByHostAsync, ct);
                return host => HostSortValue.Of(VerdictLook.Rank(verdicts.OfHost(host.Id)));
            case "rtt" or "mss" or "window" or "effective":
                var values = await database.ReadAsync(kind, db => MeasurementQueries.ValuesAsync(db, column), ct);
                return host => HostSortValue.Of(values.TryGet(host.Id, out var value) ? value : null);
            case "enrolled":
                var enrolled = await database.ReadAsync(kind, db => MeasurementQueries.ValuesAsync(db, column), ct);
                return host => HostSortValue.Of(enrolled.TryGet(host.Id, out var at) ? long.MaxValue - at : null);
            case "os":
                var systems = await database.ReadAsync(kind, MeasurementQueries.SystemsAsync, ct);
                return host => HostSortValue.Natural(systems.Of(host.Id));
            case var label when label.StartsWith(HostColumn.LabelPrefix, StringComparison.Ordinal):
                var key = label[HostColumn.LabelPrefix.Length..];
                return host => HostSortValue.Natural(host.Identity.Labels.GetValueOrDefault(key));
            default:
                return _ => HostSortValue.Equal;
        }
    }

    private static string? FactOf(FleetHost host, string key) =>
        host.Identity.Facts.Values.Where(fact => fact.Key == key).Select(fact => fact.Value).FirstOrDefault();
}
