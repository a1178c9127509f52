using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Impact;

namespace IwTune.Server.Features.Impact;

/// <summary>The effect of a proposed change.</summary>
/// <param name="Fleet">Hosts of the fleet.</param>
/// <param name="Hosts">Every host that would be required to have something else than now, or would if it were not held, by name.</param>
/// <param name="Outcomes">Those hosts by expected outcome.</param>
/// <param name="Exclusions">Hosts and targets that stay unchanged, by reason.</param>
public sealed record ImpactReport(
    int Fleet,
    IReadOnlyList<HostImpact> Hosts,
    IReadOnlyList<ImpactCount> Outcomes,
    IReadOnlyList<ImpactCount> Exclusions
)
{
    /// <summary>Hosts that would be required to have something else than now.</summary>
    public int Affected { get; } = Hosts.Count(host => host.From != host.To);

    /// <summary>Hosts that keep what they must have because they are held at the server.</summary>
    public int Held => Hosts.Count - Affected;

    /// <summary>Initial windows that would be set or restored.</summary>
    public int Windows { get; } = Hosts.Sum(host => host.Targets.Count(target => target.Prospect is Prospect.Changes or Prospect.PutBack));

    /// <summary>One page of it.</summary>
    /// <param name="after">The cursor of the page before; <see langword="null"/> for the first.</param>
    /// <param name="limit">At most so many hosts.</param>
    public ImpactPage Page(string? after, int limit)
    {
        var start = 0;
        while (after is not null && start < Hosts.Count && string.CompareOrdinal(Cursor(Hosts[start]), after) <= 0)
            start++;
        var rows = Hosts.Skip(start).Take(limit).ToList();
        return new()
        {
            Fleet = Fleet,
            Affected = Affected,
            Held = Held,
            Windows = Windows,
            Outcomes = Outcomes,
            Exclusions = Exclusions,
            Hosts = rows,
            Next = start + rows.Count < Hosts.Count ? Cursor(rows[^1]) : null,
        };
    }

    internal static string Cursor(HostImpact host) => $"{host.Name}\t{host.Id}";
}
