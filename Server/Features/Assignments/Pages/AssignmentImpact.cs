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

    // The new assignment is the most recent, so it wins among equals.
    private string Sentence(string policy, Selector selector, int priority)
    {
        var set = requirements.Current;
        var matched = seen.All.Where(h => selector.Matches(h.Identity)).Select(h => h.Required(set).By).ToList();
        var decides = matched.Where(by => by is null || by.Priority <= priority).ToList();
        var moved = decides.Count(by => by is not null && by.Policy != policy);
        return $"{Quantities.Of(matched.Count, "host")} of {Quantities.Count(seen.Count)} {(matched.Count == 1 ? "matches" : "match")}. "
            + $"{policy} then applies to {Quantities.Count(decides.Count)} of them"
            + (moved > 0 ? $"; {Quantities.Count(moved)} switch from another policy" : "")
            + (decides.Count < matched.Count ? $"; {Quantities.Count(matched.Count - decides.Count)} keep one with a higher priority" : "")
            + ".";
    }
}
