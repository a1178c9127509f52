using IwTune.Server.Console;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Policies;
using IwTune.Server.Features.Recommendations;
using IwTune.Server.Features.Rollouts;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Assignments;

/// <summary>Assigns a policy to the hosts a selector matches, in place of its assignment to the same selector.</summary>
internal static class Assign
{
    private const int MaxPriority = 1000;

    /// <summary>What is allowed and probably a mistake.</summary>
    public static IReadOnlyList<string> Warnings(HostDirectory hosts, Selector selector) =>
        hosts.Count > 0 && !hosts.All.Any(host => selector.Matches(host.Identity))
            ? [$"'{selector}' matches no host; it will apply to hosts that match later"]
            : [];

    /// <summary>The same of an assignment that was made.</summary>
    /// <param name="hosts">The fleet.</param>
    /// <param name="set">What hosts must have with it.</param>
    /// <param name="selector">Its selector.</param>
    /// <param name="policy">Its policy.</param>
    public static IReadOnlyList<string> Warnings(HostDirectory hosts, RequirementSet set, Selector selector, string policy)
    {
        var bare = hosts.All.Count(host =>
            selector.Matches(host.Identity)
            && set.PolicyFor(host.Identity) == policy
            && set.Unheld(host.Identity).Digest == RequirementSet.NothingDigest
            && host.Presence.Held is { } held
            && held.Digest != RequirementSet.NothingDigest
        );
        return bare == 0
            ? Warnings(hosts, selector)
            :
            [
                $"no revision of {policy} is current on {Quantities.Of(bare, "host")} for which it decides now: "
                    + $"{(bare == 1 ? "it restores its" : "they restore their")} before-images until one is",
            ];
    }

    public static PolicyProblem? PriorityProblem(int priority) =>
        priority is < -MaxPriority or > MaxPriority
            ? new("priority", $"{priority}", $"must be between {-MaxPriority} and {MaxPriority}", 0, 0)
            : null;

    /// <summary>What would change: the new assignment is the most recent of all, so it wins among equals.</summary>
    public static ProposedChange Change(Selector selector, string policy, int priority) =>
        new() { Assign = [new("proposed", selector, policy, priority, DateTimeOffset.MaxValue)] };

    /// <returns>The assignment and the priority of the one that it replaced, or everything that is wrong.</returns>
    public static async Task<(AssignmentRow? Made, int? Replaced, IReadOnlyList<PolicyProblem> Problems)> RunAsync(
        Publisher by,
        AssignRequest request
    )
    {
        var (selector, wrong) = Selector.Parse(request.Selector);
        var problems = wrong.Select(problem => problem.At("selector")).Concat(Publish.ReasonProblems(request.Reason)).ToList();
        if (PriorityProblem(request.Priority) is { } outside)
            problems.Add(outside);
        var latest = await by.Database.ReadAsync(db => PolicyQueries.LatestAsync(db, request.Policy ?? ""));
        if (latest is null)
            problems.Add(NoPolicy(request.Policy));
        if (
            selector is not null
            && problems.Count == 0
            && (BeyondScope.Problem(by.Scope, selector) ?? BeyondScope.Problem(by, Change(selector, request.Policy!, request.Priority)))
                is { } beyond
        )
            problems.Add(beyond);
        // After the scope: it counts the hosts and their reports.
        if (latest is not null && problems.Count == 0)
            problems.AddRange((await RaiseReview.OfAsync(by, latest.ReadContent(), selector)).Problems);
        if (
            selector is not null
            && problems.Count == 0
            && OnlyRollouts.Problem(by, Change(selector, request.Policy!, request.Priority), request.Policy!) is { } direct
        )
            problems.Add(direct);
        if (
            selector is not null
            && problems.Count == 0
            && HalfOfFleet.Problem(by, Change(selector, request.Policy!, request.Priority), request.Confirm) is { } unsaid
        )
            problems.Add(unsaid);
        if (problems.Count > 0 || selector is null)
            return (null, null, problems);
        var (made, replaced) = await by.Database.WriteAsync<(AssignmentRow?, int?)>(async write =>
        {
            // Another caller may have removed the policy, or published a revision of it, since it was judged.
            if (await WrongAsync(write, by, selector, request) is { } wrong)
            {
                problems.Add(wrong);
                return (null, null);
            }
            await Requirements.AdvanceAsync(write);
            var earlier = (await AssignmentQueries.ListAsync(write))
                .Where(row => row.Policy == request.Policy && row.Read().Equals(selector))
                .ToList();
            foreach (var row in earlier)
                await AssignmentWrites.RemoveAsync(write, by.Clock, by.Actor, row.Id, request.Reason);
            var id = await AssignmentWrites.InsertAsync(
                write,
                by.Clock,
                by.Actor,
                selector,
                request.Policy!,
                request.Priority,
                request.Reason
            );
            return (await AssignmentQueries.FindAsync(write, id), (int?)earlier.FirstOrDefault()?.Priority);
        });
        if (made is null)
            return (null, null, problems);
        await by.Requirements.ReloadAsync();
        return (made, replaced, []);
    }

    private static async Task<PolicyProblem?> WrongAsync(DbSession write, Publisher by, Selector selector, AssignRequest request) =>
        await PolicyQueries.LatestAsync(write, request.Policy!) is null
            ? NoPolicy(request.Policy)
            : await DirectChange.ProblemAsync(
                write,
                by,
                Change(selector, request.Policy!, request.Priority),
                request.Policy!,
                request.Confirm
            );

    private static PolicyProblem NoPolicy(string? name) => new("policy", name, "there is no such policy; publish it first", 0, 0);
}
