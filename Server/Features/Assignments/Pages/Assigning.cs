using IwTune.Server.Console;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Assignments.Pages;

/// <summary>The actions of the buttons for assignments: first show the affected hosts, then do it.</summary>
internal sealed class Assigning(Publishers publishers, AssignmentImpact impact, SeenHosts seen, Flash flash)
{
    public async Task<AssignResult> SubmitAsync(string policy, AssignInput input, HttpContext context)
    {
        var result = impact.Read(input.Selector, policy, input.Priority);
        if (result is not { Selector: { } selector, Proposal.Assign: [var proposed] })
            return result;
        result = result with { Half = HalfOfFleet.Number(By(context), Assign.Change(selector, policy, proposed.Priority)) };
        if (input.Action != "assign" || input.Seen != result.Canonical)
            return result;
        var number = HalfOfFleet.Typed(input.Confirm);
        result = result with
        {
            ReasonProblem = Publish.ReasonProblems(input.Reason).FirstOrDefault()?.Rule,
            ConfirmProblem = result.Half is { } half && number != half ? $"Enter {half}, the number of hosts." : null,
        };
        if ((result.ReasonProblem ?? result.ConfirmProblem) is not null)
            return result;
        var (made, replaced, wrong) = await Assign.RunAsync(
            By(context),
            new(proposed.Selector, policy, proposed.Priority, input.Reason.Trim(), number)
        );
        if (made is null)
            return result with { SelectorProblem = string.Join("; ", wrong.Select(p => p.Rule)) };
        var back = replaced is { } priority ? $"To undo it, assign it with priority {priority}." : "To undo it, remove the assignment.";
        flash.Leave(context, new($"{policy} is assigned to ‘{selector}’.", back));
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
        var (removed, wrong) = await Unassign.RunAsync(By(context), id, reason!.Trim(), HalfOfFleet.Typed(confirm));
        if (wrong is not null)
            return wrong.Rule;
        flash.Leave(context, new(removed ? "Assignment removed." : "The assignment was already removed."));
        context.Response.Redirect($"/policies/{Address.Segment(policy)}");
        return null;
    }

    /// <summary>How many hosts its removal changes, when that must be typed.</summary>
    public int? HalfBy(string id, HttpContext context) => HalfOfFleet.Number(By(context), Unassign.Change(id));

    public int Fleet => seen.Count;

    private Publisher By(HttpContext context) => publishers.Of(context.User, Permission.PoliciesPublish);
}
