using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Rollouts.Planning;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Server.Features.Agents;

/// <summary>Which hosts, in which rings, to which version.</summary>
/// <param name="Search">Which hosts.</param>
/// <param name="Rings">Without problems; the last has all hosts that no other has.</param>
/// <param name="To">The version; <see langword="null"/> for the newest for each system.</param>
internal sealed record UpgradeRequest(HostSearch Search, IReadOnlyList<RingRule> Rings, string? To)
{
    public const string StandardRings = "1,10%,100%";

    /// <summary>Reads a request; reports all problems at once, each with the parameter it is about.</summary>
    public static (UpgradeRequest? Request, IReadOnlyList<(string Of, string Problem)> Problems) Read(string? q, string? rings, string? to)
    {
        var (search, wrong) = HostSearch.Parse(q);
        var problems = new List<(string Of, string Problem)>();
        if (search is null)
            problems.Add(("q", wrong));
        // With a version, a verdict or a difference in the query, hosts would leave their ring when they are upgraded.
        foreach (var key in (string[])[FactReading.Agent, SelectorKeys.State, SelectorKeys.Differs, SelectorKeys.Fails])
            if (search?.Selector.AsksFor(key) == true)
                problems.Add(("q", $"'{key}:' changes during an upgrade, so it cannot choose the hosts of one"));
        var read = RingText.Read(string.IsNullOrWhiteSpace(rings) ? StandardRings : rings);
        problems.AddRange(read.Problems.Select(problem => ("rings", problem)));
        if (read.Problems.Count == 0)
            problems.AddRange(
                RuleProblems.Of(new RolloutRules { Rings = read.Rings }).Select(problem => ("rings", $"{problem.Value} {problem.Rule}"))
            );
        to = string.IsNullOrWhiteSpace(to) ? null : to.Trim();
        if (to is not null && !VersionOrder.IsVersion(to))
            problems.Add(("to", $"'{to}' is not a version, such as 0.2.0"));
        return problems.Count == 0 ? (new(search!, read.Rings, to), []) : (null, problems);
    }
}
