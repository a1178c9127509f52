using IwTune.Server.Console;
using IwTune.Server.Features.Enrolment.Clones;
using IwTune.Server.Features.Enrolment.Pending;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Server.Features.Enrolment.Pages;

/// <summary>What the buttons of the enrolment pages do.</summary>
internal sealed class Deciding(Publishers publishers, CloneDecisions clones, Flash flash)
{
    /// <returns>What is wrong; <see langword="null"/> when it was decided.</returns>
    public async Task<string?> PendingAsync(PendingDecision decision, bool approve, HttpContext context)
    {
        var by = publishers.Of(context.User, Permission.HostsEnrol);
        var outcome = await (approve ? DecidePending.ApproveAsync(by, decision) : DecidePending.RefuseAsync(by, decision));
        if (outcome.Reply is not { } done)
            return outcome.Problems is [var first, ..] ? $"{first.Path}: {first.Rule}" : outcome.Nothing;
        flash.Leave(
            context,
            new(
                $"{(done.Matched == 1 ? done.Hosts[0] : $"{done.Matched} hosts")} "
                    + $"{(approve ? "approved: the policy follows with the next call" : "refused and notified")}."
            )
        );
        context.Response.Redirect("/enrolment");
        return null;
    }

    /// <returns>What is wrong; <see langword="null"/> when it was decided.</returns>
    public async Task<string?> CloneAsync(CloneCase one, CloneAct act, string? reason, HttpContext context)
    {
        if (Publish.ReasonProblems(reason).FirstOrDefault() is { } problem)
            return problem.Rule;
        if (await clones.DecideAsync(one.Id, context.User.Actor(), reason!, act.Decide) is { Length: > 0 } refused)
            return refused;
        flash.Leave(context, new(act.Done(one)));
        context.Response.Redirect("/enrolment");
        return null;
    }
}
