using IwTune.Server.Console;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Storage;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Assignments.Pages;

/// <summary>The actions of the buttons for assignments: first show the affected hosts, then do it.</summary>
internal sealed class Assigning(
    Database database,
    Requirements requirements,
    HostDirectory hosts,
    SeenHosts seen,
    TimeProvider clock,
    Flash flash
)
{
    private const int MaxPriority = 1000;

    public async Task<AssignResult> SubmitAsync(string policy, AssignInput input, HttpContext context)
    {
        var (selector, problems) = Selector.Parse(input.Selector);
        var numeric = int.TryParse(input.Priority?.Replace('−', '-'), out var priority) && Math.Abs(priority) <= MaxPriority;
        var result = new AssignResult
        {
            SelectorProblem = selector is null ? string.Join("; ", problems) : null,
            PriorityProblem = numeric ? null : $"A whole number from −{MaxPriority} to {MaxPriority}.",
        };
        if (selector is null || !numeric)
            return result;
        result = result with
        {
            Canonical = $"{selector}/{priority}",
            Impact = Impact(policy, selector, priority),
            Proposal = new() { Assign = [new(selector.ToString(), policy, priority)] },
            MatchesNone = !seen.All.Any(host => selector.Matches(host.Identity)),
            Half = HalfOfFleet.Number(By(context), Assign.Change(selector, policy, priority)),
        };
        if (input.Action != "assign" || input.Seen != result.Canonical)
            return result;
        if (Publish.ReasonProblems(input.Reason).FirstOrDefault() is { } reason)
            return result with { ReasonProblem = reason.Rule };
        var number = HalfOfFleet.Typed(input.Confirm);
        if (result.Half is { } half && number != half)
            return result with { ConfirmProblem = $"Enter {half}, the number of hosts." };
        var (id, wrong) = await Assign.RunAsync(By(context), new(selector.ToString(), policy, priority, input.Reason.Trim(), number));
        if (id is null)
            return result with { SelectorProblem = string.Join("; ", wrong.Select(p => p.Rule)) };
        flash.Leave(context, new($"{policy} is assigned to ‘{selector}’.", "To undo it, remove the assignment."));
        context.Response.Redirect($"/policies/{Address.Segment(policy)}");
        return result;
    }

    /// <returns>What is wrong; <see langword="null"/> when it was removed.</returns>
    public async Task<string?> RemoveAsync(string policy, string id, string? reason, string? confirm, HttpContext context)
    {
        if (Publish.ReasonProblems(reason).FirstOrDefault() is { } problem)
            return problem.Rule;
        if (await Unassign.BeyondAsync(By(context), id) is { } beyond)
            return beyond.Rule;
        if (HalfOfFleet.Problem(By(context), Unassign.Change(id), HalfOfFleet.Typed(confirm)) is { } unsaid)
            return unsaid.Rule;
        var removed = await Unassign.RunAsync(By(context), id, reason!.Trim());
        flash.Leave(context, new(removed ? "Assignment removed." : "The assignment was already removed."));
        context.Response.Redirect($"/policies/{Address.Segment(policy)}");
        return null;
    }

    /// <summary>How many hosts its removal changes, when that must be typed.</summary>
    public int? HalfBy(string id, HttpContext context) => HalfOfFleet.Number(By(context), Unassign.Change(id));

    public int Fleet => seen.Count;

    private Publisher By(HttpContext context) =>
        new(database, requirements, hosts, clock, context.User.Actor(), context.User.Rights().Over(Permission.PoliciesPublish));

    // The new assignment is the most recent, so it wins among equals.
    private string Impact(string policy, Selector selector, int priority)
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
