using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Server.Features.Standing;

/// <summary>Hosts that stand out, in pages. Which hosts they are is in memory; their details are read for the page alone.</summary>
internal sealed class StandingList(SeenHosts directory, HostFinder finder, HostViews views, Requirements requirements, Database database)
{
    private static readonly StandingKind[] Kinds = Enum.GetValues<StandingKind>();

    /// <summary>Reads a kind as people write it; empty is every kind.</summary>
    public static bool TryKind(string? text, out StandingKind? kind)
    {
        kind =
            string.IsNullOrWhiteSpace(text) ? null
            : Array.Find(Kinds, known => known.ToString().Equals(text.Trim(), StringComparison.OrdinalIgnoreCase)) is var found
            && found.ToString().Equals(text.Trim(), StringComparison.OrdinalIgnoreCase)
                ? found
            : null;
        return kind is not null || string.IsNullOrWhiteSpace(text);
    }

    /// <summary>Hosts in each list, of the whole fleet.</summary>
    public IReadOnlyList<StandingCount> Counts() => Counted(directory.All);

    /// <param name="kind">The list; <see langword="null"/> for every host that stands out.</param>
    /// <param name="filter">Which hosts.</param>
    /// <param name="after">The place to start after; <see langword="null"/> for the beginning.</param>
    /// <param name="limit">Hosts at most.</param>
    /// <param name="ct">Cancels the reading.</param>
    /// <param name="read">Long for a whole list.</param>
    public async Task<StandingPage> PageAsync(
        StandingKind? kind,
        HostSearch filter,
        HostPlace? after,
        int limit,
        CancellationToken ct,
        ReadKind read = ReadKind.Short
    )
    {
        var matching = (await finder.AllAsync(filter, ct, read)).Where(host => host.StandsOut != 0).ToList();
        var listed = kind is { } one ? matching.Where(host => (host.StandsOut & HostStanding.Bit(one)) != 0).ToList() : matching;
        var places = listed
            .Select(host => HostPlace.Of(host.Identity))
            .Where(place => after is null || place.CompareTo(after) > 0)
            .Order()
            .Take(limit + 1)
            .ToList();
        var shown = places.Take(limit).ToList();
        return new(
            Counted(matching),
            await HostsAsync(shown, read, ct),
            places.Count > limit ? shown[^1].Cursor : null,
            listed.Count,
            directory.Count
        );
    }

    private async Task<IReadOnlyList<StandingHost>> HostsAsync(List<HostPlace> places, ReadKind read, CancellationToken ct)
    {
        var ids = places.ConvertAll(place => place.Id);
        var rows = await database.ReadAsync(read, db => StandingQueries.ListAsync(db, ids), ct);
        var summaries = await views.SummariesAsync(ids, read, ct);
        return [.. summaries.Where(host => rows.ContainsKey(host.Id)).Select(host => View(host, rows[host.Id]))];
    }

    private StandingHost View(HostSummary host, HostStanding row) =>
        new(
            host.Id,
            host.Name,
            host.Labels,
            host.Policy,
            host.Revision,
            host.Verdict,
            row.Health,
            row.HealthReason,
            host.LastSeen,
            requirements.Current.PinOf(host.Id)?.Id,
            row.Read()
        );

    private static StandingCount[] Counted(IEnumerable<FleetHost> hosts)
    {
        var counts = new int[Kinds.Length];
        foreach (var host in hosts)
        {
            for (var i = 0; i < counts.Length && host.StandsOut >> i != 0; i++)
                counts[i] += (int)(host.StandsOut >> i & 1);
        }
        return [.. Kinds.Select(kind => new StandingCount(kind, counts[(int)kind]))];
    }
}
