using IwTune.Server.Console;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.Assignments.Pages;

/// <summary>A form's text for an assignment, read, and what the assignment would do.</summary>
/// <param name="requirements">What each host is required to have now.</param>
/// <param name="seen">The hosts in sight.</param>
internal sealed class AssignmentImpact(Requirements requirements, SeenHosts seen)
{
    private const int MaxPriority = 1000;

    /// <returns>The problems of the text, or what the assignment would do.</returns>
    public AssignResult Read(string selector, string policy, string? priority)
    {
        var (hosts, problems) = Selector.Parse(selector);
        var numeric = int.TryParse(priority?.Replace('−', '-'), out var number) && Math.Abs(number) <= MaxPriority;
        if (hosts is null || !numeric)
            return new()
            {
                SelectorProblem = hosts is null ? string.Join("; ", problems) : null,
                PriorityProblem = numeric ? null : $"A whole number from −{MaxPriority} to {MaxPriority}.",
            };
        return new()
        {
            Selector = hosts,
            Canonical = $"{hosts}/{number}",
            Impact = Sentence(policy, hosts, number),
            Proposal = new() { Assign = [new(hosts.ToString(), policy, number)] },
            MatchesNone = !seen.All.Any(host => hosts.Matches(host.Identity)),
        };
    }

    private string Sentence(string policy, Selector selector, int priority)
    {
        var set = requirements.Current;
        var after = set.With(Assign.Change(selector, policy, priority));
        var matched = seen.All.Where(h => selector.Matches(h.Identity)).Select(h => h.Identity).ToList();
        var decides = matched.Where(host => after.PolicyFor(host) == policy).ToList();
        var moved = decides.Count(host => set.PolicyFor(host) is { } other && other != policy);
        var kept = matched.Count - decides.Count;
        return $"{Quantities.Of(matched.Count, "host")} of {Quantities.Count(seen.Count)} {(matched.Count == 1 ? "matches" : "match")}. "
            + $"{policy} then applies to {Quantities.Count(decides.Count)} of them"
            + (moved > 0 ? $"; {Quantities.Count(moved)} {(moved == 1 ? "switches" : "switch")} from another policy" : "")
            + (kept > 0 ? $"; {Quantities.Count(kept)} {(kept == 1 ? "keeps" : "keep")} another policy with a higher priority" : "")
            + ".";
    }
}
