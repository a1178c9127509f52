using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Hosts.Labelling;

/// <summary>What a change of one label does to hosts, made or only looked at.</summary>
/// <param name="Change">The change.</param>
/// <param name="Matched">Hosts it was asked for.</param>
/// <param name="Hosts">Those whose labels it changes, as they are before it.</param>
internal sealed record Relabelled(LabelChange Change, int Matched, IReadOnlyList<HostIdentity> Hosts)
{
    /// <param name="change">The change.</param>
    /// <param name="hosts">The hosts it is asked for.</param>
    public static Relabelled Of(LabelChange change, IReadOnlyList<HostIdentity> hosts) =>
        new(change, hosts.Count, [.. hosts.Where(host => change.Changes(host.Labels))]);

    /// <summary>A host after it.</summary>
    public HostIdentity After(HostIdentity host) => host with { Labels = Change.Of(host.Labels) };

    /// <summary>The policies that hosts leave and follow; hosts that keep theirs are left out.</summary>
    public IReadOnlyList<PolicyMove> Moves(RequirementSet set) =>
        [
            .. Hosts
                .CountBy(host => (From: set.For(host).Policy, To: set.For(After(host)).Policy))
                .Where(move => move.Key.From != move.Key.To)
                .OrderByDescending(move => move.Value)
                .ThenBy(move => move.Key.From, StringComparer.Ordinal)
                .ThenBy(move => move.Key.To, StringComparer.Ordinal)
                .Select(move => new PolicyMove(move.Key.From, move.Key.To, move.Value)),
        ];

    /// <summary>Rules of labels that single hosts break.</summary>
    public IReadOnlyList<PolicyProblem> Problems(HostScope scope)
    {
        var problems = new List<PolicyProblem>();
        var full = Hosts.Where(host => Change.Value is not null && Change.Of(host.Labels).Count > Labels.MaxCount).ToList();
        if (full.Count > 0)
            problems.Add(
                new(
                    "key",
                    Change.Key,
                    $"{full.Count} host(s) would have more than {Labels.MaxCount} labels, the first is {full[0].Name}: remove others first",
                    0,
                    0
                )
            );
        var lost = Hosts.Where(host => !scope.Covers(After(host))).ToList();
        if (lost.Count > 0)
            problems.Add(
                new(
                    BeyondScope.Path,
                    $"{Change}",
                    $"{lost.Count} host(s) would leave the hosts you may change ({scope}), the first is {lost[0].Name}: keep the labels of "
                        + "your scope, or ask an administrator",
                    0,
                    0
                )
            );
        return problems;
    }

    /// <summary>Why there is nothing to do.</summary>
    public string Nothing() =>
        (Matched, Change.Value) switch
        {
            (1, null) => $"The host has no label {Change.Key}.",
            (1, _) => $"The host has {Change} already.",
            (_, null) => $"None of the {Matched} hosts has a label {Change.Key}.",
            _ => $"All {Matched} hosts have {Change} already.",
        };
}
