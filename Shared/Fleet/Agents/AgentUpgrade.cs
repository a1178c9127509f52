using IwTune.Shared.Compliance;

namespace IwTune.Shared.Fleet.Agents;

/// <summary>
/// In which order hosts are to get a newer agent, and how far that is. The order is advice: a host's package manager upgrades the agent,
/// which never replaces itself.
/// </summary>
/// <param name="To">The version for each system of these hosts.</param>
/// <param name="Query">Which hosts; empty for all that the caller may see.</param>
/// <param name="Hosts">How many.</param>
/// <param name="Upgraded">Those of them with this version or a newer one.</param>
/// <param name="Rings">In order.</param>
/// <param name="Next">The first ring with hosts to upgrade; <see langword="null"/> when there are none.</param>
/// <param name="Advice">What to do next; a sentence.</param>
public sealed record AgentUpgrade(
    IReadOnlyList<AgentRelease> To,
    string Query,
    int Hosts,
    int Upgraded,
    IReadOnlyList<AgentRing> Rings,
    int? Next,
    string Advice
);

/// <summary>A ring of an upgrade.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Size">As it was asked for: <c>10%</c>.</param>
/// <param name="Hosts">How many it has.</param>
/// <param name="Upgraded">Those with the new version.</param>
/// <param name="Troubled">Those of the upgraded that are silent, or have a verdict of Drifted, Error or Stale.</param>
public sealed record AgentRing(int Number, string Size, int Hosts, int Upgraded, int Troubled);

/// <summary>A host of a ring.</summary>
/// <param name="Id">The host's.</param>
/// <param name="Name">The host's.</param>
/// <param name="Ring">From 1.</param>
/// <param name="Os"><c>linux</c> or <c>windows</c>.</param>
/// <param name="Version">The agent's, as the host reported it.</param>
/// <param name="Upgraded">It is the new version, or a newer one.</param>
/// <param name="Silent">It has not checked in for longer than the server's <c>--stale-after</c>.</param>
/// <param name="Verdict">In force now.</param>
public sealed record AgentHost(string Id, string Name, int Ring, string Os, string Version, bool Upgraded, bool Silent, Verdict Verdict);
