using System.Collections.Concurrent;
using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Impact;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Bundles;

/// <summary>Everything published, at one publication number: which policy decides for a host, and with which content. Immutable.</summary>
public sealed class RequirementSet
{
    /// <summary>Digest of having to have nothing.</summary>
    public static readonly string NothingDigest = BundleDigest.Of(BundleContent.Nothing);
    private const int MostTold = 64;
    private readonly IReadOnlyList<Assignment> _ordered;
    private readonly IReadOnlyDictionary<string, PublishedPolicy> _policies;
    private readonly IReadOnlyDictionary<string, HoldPin> _pins;

    // A fleet of 100,000 has a few: hosts that the same assignments match and that must have the same share one, with its sentence.
    private readonly ConcurrentDictionary<(ulong Matching, string Digest), Requirement> _shared;

    public RequirementSet(
        long sequence,
        IEnumerable<Assignment> assignments,
        IReadOnlyDictionary<string, PublishedPolicy> policies,
        IReadOnlyDictionary<string, HoldPin>? pins = null
    )
    {
        (Sequence, _shared) = (sequence, new());
        _policies = policies;
        _pins = pins ?? new Dictionary<string, HoldPin>(StringComparer.Ordinal);
        NextLapse = _pins.Values.Min(pin => pin.Hold.Until);
        // The highest priority wins, then the most recent; ids are UUIDv7, so they break the tie the same way everywhere.
        _ordered =
        [
            .. assignments
                .OrderByDescending(a => a.Priority)
                .ThenByDescending(a => a.Created)
                .ThenByDescending(a => a.Id, StringComparer.Ordinal),
        ];
    }

    private RequirementSet(long sequence, RequirementSet same) =>
        (Sequence, _ordered, _policies, _pins, _shared, NextLapse) = (
            sequence,
            same._ordered,
            same._policies,
            same._pins,
            same._shared,
            same.NextLapse
        );

    /// <summary>The server-wide publication number.</summary>
    public long Sequence { get; }

    /// <summary>
    /// The same for sets that require the same of every host and differ in their number alone: what was found with one is true of the
    /// other.
    /// </summary>
    internal object Content => _shared;

    /// <summary>The same requirements under a later number.</summary>
    internal RequirementSet At(long sequence) => new(sequence, this);

    /// <summary>The set as it would be after a change that was not made.</summary>
    internal RequirementSet With(ProposedChange change)
    {
        var policies = new Dictionary<string, PublishedPolicy>(_policies, StringComparer.Ordinal);
        foreach (var (name, content) in change.Release)
            policies[name] = new(content, null);
        var assignments = _ordered.Where(a => !change.Unassign.Contains(a.Id) && !change.Remove.Contains(a.Policy) && !Replaced(a));
        return new(Sequence, assignments.Concat(change.Assign), policies, _pins);

        bool Replaced(Assignment a) => change.Assign.Any(made => made.Policy == a.Policy && made.Selector.Equals(a.Selector));
    }

    /// <summary>Selectors a policy is assigned to, highest priority first.</summary>
    public IEnumerable<Selector> AssignedTo(string policy) => _ordered.Where(a => a.Policy == policy).Select(a => a.Selector);

    /// <summary>What a policy requires of hosts now; <see langword="null"/> when there is no such policy.</summary>
    public PublishedPolicy? Policy(string name) => _policies.GetValueOrDefault(name);

    /// <summary>The policy that decides for a host, published or not; <see langword="null"/> when none is assigned.</summary>
    public string? PolicyFor(HostIdentity host) => _ordered.FirstOrDefault(a => a.Selector.Matches(host))?.Policy;

    /// <summary>The hold of a host; <see langword="null"/> when there is none.</summary>
    public HoldPin? PinOf(string hostId) => _pins.GetValueOrDefault(hostId);

    /// <summary>When the next hold ends by itself; <see langword="null"/> when none does.</summary>
    public DateTimeOffset? NextLapse { get; }

    /// <summary>Every assignment that matches a host, the one that decides first.</summary>
    public IReadOnlyList<Assignment> Matching(HostIdentity host) => [.. _ordered.Where(a => a.Selector.Matches(host))];

    /// <summary>What a host must have. A hold comes last and over everything.</summary>
    public Requirement For(HostIdentity host)
    {
        var free = Unheld(host);
        return PinOf(host.Id) is { } pin ? pin.Over(free, gone: pin.Content.Content.Policy is { } policy && Policy(policy) is null) : free;
    }

    /// <summary>A host's requirement without any hold.</summary>
    public Requirement Unheld(HostIdentity host)
    {
        if (_ordered.Count > MostTold)
            return Of(Matching(host), host);
        Assignment? winner = null;
        var matching = 0UL;
        for (var i = 0; i < _ordered.Count; i++)
        {
            if (!_ordered[i].Selector.Matches(host))
                continue;
            winner ??= _ordered[i];
            matching |= 1UL << i;
        }
        var digest = winner is null ? "" : _policies.GetValueOrDefault(winner.Policy)?.For(host.Id)?.Digest ?? "";
        return _shared.TryGetValue((matching, digest), out var known)
            ? known
            : _shared.GetOrAdd((matching, digest), Of(Matching(host), host));
    }

    private Requirement Of(IReadOnlyList<Assignment> matching, HostIdentity host)
    {
        if (matching.Count == 0)
            return Nothing(_ordered.Count == 0 ? "No policy is assigned to any host." : "No assignment's selector matches this host.");
        var winner = matching[0];
        return _policies.GetValueOrDefault(winner.Policy)?.For(host.Id) is { } content
            ? new(content.Content, content.Digest, winner, Explain(winner, content, matching))
            : Nothing(
                $"Policy {winner.Policy} decides, by the assignment '{winner.Selector}' (priority {winner.Priority}), and none of its "
                    + "revisions has reached this host yet."
            );
    }

    private static Requirement Nothing(string why) => new(BundleContent.Nothing, NothingDigest, By: null, why);

    private static string Explain(Assignment winner, PublishedContent content, IReadOnlyList<Assignment> matching)
    {
        var what =
            $"Policy {winner.Policy} revision {content.Content.Revision} by the assignment '{winner.Selector}' (priority "
            + $"{winner.Priority})";
        return $"{what}: {Precedence.Explain(matching)}.";
    }
}
