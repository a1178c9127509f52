using System.Collections.Concurrent;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents.Releases;

/// <summary>The newest agent of each system, and since when each version that was one is known.</summary>
/// <param name="newest">One for each system.</param>
/// <param name="known">Every version that was the newest once.</param>
internal sealed class ReleaseSet(IReadOnlyList<AgentRelease> newest, IReadOnlyList<ReleaseRow> known)
{
    /// <summary>Hosts report what they like as their version.</summary>
    private const int MostKept = 1000;

    // A fleet has few versions, and each is compared at every check-in of its hosts.
    private readonly ConcurrentDictionary<(string Os, string Version), AgentAge> _ages = new();

    private IReadOnlyList<AgentRelease> Newest { get; } = newest;

    private IReadOnlyList<ReleaseRow> Known { get; } = known;

    /// <summary>Before the server has looked.</summary>
    public static ReleaseSet None { get; } = new([], []);

    public AgentAge Of(string os, string version) =>
        _ages.TryGetValue((os, version), out var age) ? age
        : _ages.Count < MostKept ? _ages.GetOrAdd((os, version), Compare)
        : Compare((os, version));

    public bool Says(ReleaseSet other) => Newest.SequenceEqual(other.Newest) && Known.SequenceEqual(other.Known);

    /// <summary>Versions above the newest were withdrawn, and no host can get them.</summary>
    private AgentAge Compare((string Os, string Version) agent)
    {
        var newestHere = Newest.FirstOrDefault(one => one.Os == agent.Os)?.Version;
        if (newestHere is null)
            return new(AgentStanding.Unknown, null);
        var standing = AgentOrder.Standing(agent.Version, newestHere);
        return standing != AgentStanding.Behind
            ? new(standing, null)
            : new(
                standing,
                Known
                    .Where(one =>
                        one.Os == agent.Os
                        && AgentOrder.Compare(one.Version, agent.Version) > 0
                        && AgentOrder.Compare(one.Version, newestHere) <= 0
                    )
                    .Min(one => (long?)one.KnownAt)
            );
    }
}
