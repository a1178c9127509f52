using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Rollouts.Planning;

/// <summary>Turns a request into a plan, or into everything that is wrong with it.</summary>
internal static class RolloutPlanner
{
    /// <summary>An emergency is one ring of everyone, watched for no time.</summary>
    private static readonly RolloutRules AtOnce = new()
    {
        Rings = [new() { Name = "all hosts at once", Percent = 100 }],
        BakeSeconds = 0,
        MinSamples = 0,
    };

    public static async Task<(RolloutPlan? Plan, IReadOnlyList<PolicyProblem> Problems)> PlanAsync(
        DbSession db,
        Fleet fleet,
        RolloutCaller by,
        RolloutRequest request
    )
    {
        var problems = new List<PolicyProblem>();
        if (request is { Emergency: true, Rules: not null })
            problems.Add(new("rules", null, "an emergency goes to all hosts at once; it takes no rules", 0, 0));
        var rules = request.Emergency ? AtOnce : request.Rules ?? new();
        problems.AddRange(RuleProblems.Of(rules));
        if (rules.UnreachableSeconds >= 1 && rules.UnreachableSeconds <= fleet.Options.PollLimit.TotalSeconds)
            problems.Add(TooImpatient(rules, fleet.Options));
        problems.AddRange(Publish.ReasonProblems(request.Reason));
        var target = await TargetAsync(db, request, problems);
        if (target is null || problems.Count > 0)
            return (null, problems);
        var members = await Members.OfAsync(db, fleet, target.To);
        if (HalfOfFleet.Problem(members.Hosts.Count, by.Sees.In(fleet.Hosts), request.Confirm) is { } unconfirmed)
            problems.Add(unconfirmed);
        var stopped = (await StoppedRollouts.OfAsync(db, target.Policy)).GetValueOrDefault((int)target.To.Number);
        if (StoppedRollouts.Problem(request, stopped) is { } unexplained)
            problems.Add(unexplained);
        var plan = Of(fleet.Clock.NewId(), target, rules, request.Emergency, members) with
        {
            Stopped = stopped,
            Earlier = await RolloutQueries.ActiveAsync(db, target.Policy),
        };
        if (rules.MinSamples == 0)
            return (plan, problems);
        plan = plan with { Traffic = await RingTrafficQueries.OfAsync(db, Telling(plan)) };
        foreach (var (ring, traffic) in plan.Traffic.OrderBy(one => one.Key))
        {
            if (traffic.Problem(rules, ring) is { } endless)
                problems.Add(endless);
        }
        return (plan, problems);
    }

    private static PolicyProblem TooImpatient(RolloutRules rules, ServerOptions options) =>
        new(
            "rules.unreachableSeconds",
            $"{rules.UnreachableSeconds}",
            $"is not longer than --poll of the server ({options.PollLimit.TotalSeconds:0} s), for which a host without news is silent",
            0,
            0
        );

    private static List<(string Host, int Ring)> Telling(RolloutPlan plan) =>
        [.. plan.Hosts.Where(one => !one.Host.Identity.IsWindows).Select(one => (one.Host.Identity.Id, one.Ring))];

    /// <param name="id">The rollout's.</param>
    /// <param name="target">Revisions.</param>
    /// <param name="rules">Without problems.</param>
    /// <param name="emergency">Whether windows and gates count.</param>
    /// <param name="members">Whom to place.</param>
    /// <param name="begun">Rings that have begun.</param>
    /// <param name="placed">Hosts in those.</param>
    public static RolloutPlan Of(
        string id,
        PlanTarget target,
        RolloutRules rules,
        bool emergency,
        Members members,
        int begun = 0,
        int placed = 0
    )
    {
        var rings = RingOrder.Of(id, rules.Rings, members.Hosts, begun, placed);
        var hosts = members.Hosts.Select(host => (host, rings[host.Identity.Id])).ToList();
        return new()
        {
            Id = id,
            Target = target,
            Rules = rules,
            Emergency = emergency,
            Hosts = hosts,
            Excluded = members.Excluded,
            Hash = PlanHash.Of(target, rules, emergency, hosts),
        };
    }

    private static async Task<PlanTarget?> TargetAsync(DbSession db, RolloutRequest request, List<PolicyProblem> problems)
    {
        var policy = request.Policy ?? "";
        if (await PolicyQueries.LatestAsync(db, policy) is not { } latest)
        {
            problems.Add(
                new("policy", policy, "this policy does not exist; publish it first, with 'stage' so that no host receives it yet", 0, 0)
            );
            return null;
        }
        var released = await PolicyQueries.ReleasedAsync(db, policy);
        var to = await PolicyQueries.FindAsync(db, policy, request.To);
        if (to is null)
            problems.Add(new("to", $"{request.To}", $"policy {policy} has no such revision; its latest is {latest.Number}", 0, 0));
        else if (released == to.Number)
            problems.Add(new("to", $"{request.To}", "is already the current revision of the policy", 0, 0));
        var from = released is { } number ? await PolicyQueries.FindAsync(db, policy, (int)number) : null;
        return to is null ? null : new(policy, from, to);
    }
}
