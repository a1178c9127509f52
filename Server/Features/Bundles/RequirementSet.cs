using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>Everything published, at one publication number: which policy decides for a host, and with which content. Immutable.</summary>
public sealed class RequirementSet
{
    private static readonly string NothingDigest = BundleDigest.Of(BundleContent.Nothing);
    private readonly IReadOnlyList<Assignment> _ordered;
    private readonly IReadOnlyDictionary<string, PublishedContent> _latest;

    public RequirementSet(long sequence, IEnumerable<Assignment> assignments, IReadOnlyDictionary<string, PublishedContent> latest)
    {
        Sequence = sequence;
        _latest = latest;
        // The highest priority wins, then the most recent; ids are UUIDv7, so they break the tie the same way everywhere.
        _ordered = [.. assignments.OrderByDescending(a => a.Priority).ThenByDescending(a => a.Created).ThenByDescending(a => a.Id, StringComparer.Ordinal)];
    }

    /// <summary>The server-wide publication number.</summary>
    public long Sequence { get; }

    /// <summary>Selectors a policy is assigned to, highest priority first.</summary>
    public IReadOnlyList<string> SelectorsOf(string policy) => [.. _ordered.Where(a => a.Policy == policy).Select(a => a.Selector.ToString())];

    public Requirement For(HostIdentity host)
    {
        var matching = _ordered.Where(a => a.Selector.Matches(host)).ToList();
        if (matching.Count == 0)
            return new(BundleContent.Nothing, NothingDigest, By: null,
                _ordered.Count == 0 ? "No policy is assigned to any host." : "No assignment's selector matches this host.");
        var winner = matching[0];
        var content = _latest[winner.Policy];
        return new(content.Content, content.Digest, winner, Explain(winner, content, matching));
    }

    private static string Explain(Assignment winner, PublishedContent content, List<Assignment> matching)
    {
        var what = $"Policy {winner.Policy} revision {content.Content.Revision} by the assignment '{winner.Selector}' (priority {winner.Priority})";
        if (matching.Count == 1)
            return what + ", the only one that matches.";
        var second = matching[1];
        var why = second.Priority < winner.Priority ? $"higher than '{second.Selector}' for {second.Policy} (priority {second.Priority})"
            : $"more recent than '{second.Selector}' for {second.Policy} of the same priority";
        return $"{what}, {why}.";
    }
}

/// <summary>The latest content of a policy, with its digest.</summary>
public sealed record PublishedContent(BundleContent Content, string Digest);
