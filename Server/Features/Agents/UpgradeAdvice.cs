using IwTune.Shared.Fleet.Agents;
using IwTune.Shared.Formatting;

namespace IwTune.Server.Features.Agents;

/// <summary>What to do next in an upgrade.</summary>
internal static class UpgradeAdvice
{
    /// <param name="rings">In order.</param>
    /// <param name="next">The first with hosts to upgrade.</param>
    public static string Of(IReadOnlyList<AgentRing> rings, int? next)
    {
        if (next is not { } number)
            return rings.Any(ring => ring.Hosts > 0) ? "Nothing to do: every host has this version." : "No hosts match.";
        var troubled = rings.Where(ring => ring.Troubled > 0).ToList();
        if (troubled.Count > 0)
            return Invariant.Text(
                $"Do not continue: of the upgraded hosts, {troubled.Sum(ring => ring.Troubled)} are silent, have drifted or report an "
                    + $"error (ring {string.Join(", ", troubled.Select(ring => ring.Number))})."
            );
        var ring = rings[number - 1];
        return Invariant.Text($"Upgrade ring {number}: {ring.Hosts - ring.Upgraded} of {ring.Hosts} hosts have an older version.");
    }
}
