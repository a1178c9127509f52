using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Storage;
using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// The members that match a search. Everything but verdicts, controls and differing windows is in memory, and those are read only for a
/// search by them.
/// </summary>
internal sealed class HostFinder(SeenHosts hosts, Requirements requirements, Database database)
{
    public async Task<IReadOnlyList<FleetHost>> AllAsync(HostSearch search, CancellationToken ct, ReadKind kind = ReadKind.Short)
    {
        if (search.IsEverybody)
            return [.. hosts.All];
        var verdicts = search.Selector.AsksFor(SelectorKeys.State) ? await database.ReadAsync(kind, VerdictsInForce.ByHostAsync, ct) : null;
        var differing = search.Selector.AsksFor(SelectorKeys.Differs) ? await database.ReadAsync(kind, DifferingHosts.ReadAsync, ct) : null;
        var controls = search.Selector.AsksFor(SelectorKeys.Fails)
            ? await database.ReadAsync(kind, VerdictsInForce.ControlsByHostAsync, ct)
            : null;
        var set = requirements.Current;
        var found = new List<FleetHost>();
        foreach (var host in hosts.All)
            if (search.Selector.Matches(new Sought(host, set, verdicts, differing, controls)))
                found.Add(host);
        return found;
    }

    /// <summary>A host with the values that only searches use.</summary>
    private sealed class Sought(
        FleetHost host,
        RequirementSet set,
        ValuesById<Verdict>? verdicts,
        DifferingHosts? differing,
        ValuesById<string>? controls
    ) : ISelectable
    {
        public bool Has(string key, SelectorValue value) =>
            key switch
            {
                SelectorKeys.Policy => host.Required(set).Policy is { } policy && value.Holds(policy),
                SelectorKeys.State => value.Holds(verdicts!.OfHost(host.Id).ToString()),
                SelectorKeys.Differs => differing!.Has(host.Id, value),
                SelectorKeys.Fails => new ControlResults(controls!.Of(host.Id, "") ?? "").AnyFails(value),
                _ => host.Identity.Has(key, value),
            };
    }
}
