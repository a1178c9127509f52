using System.Globalization;
using IwTune.Server.Console;
using IwTune.Server.Features.Compliance.Runs.Attestations;
using IwTune.Server.Features.Compliance.Runs.Links;
using IwTune.Server.Features.Compliance.Runs.Schedules;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Compliance.Runs.Pages;

/// <summary>What the forms of these pages do. On success the answer is a redirect, so that reloading does not do it twice.</summary>
internal sealed class RunActing(
    RunChanges changes,
    RunRules rules,
    ScheduleChanges schedules,
    Attest attest,
    ReaderLinks links,
    Flash flash
)
{
    /// <returns>Everything that is wrong; nothing when it was started.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> StartAsync(RunInput input, HttpContext context)
    {
        var (request, unread) = input.Read();
        if (unread.Count > 0)
            return [.. unread, .. rules.Read(request).Problems];
        var (id, problems) = await changes.StartAsync(context.User.Actor(), request);
        if (problems.Count == 0)
            Done(context, RunAddress.Run(id), new("Compliance run started. Its file follows on this page."));
        return problems;
    }

    /// <returns>Everything that is wrong; nothing when it was added.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> AddScheduleAsync(ScheduleInput input, HttpContext context)
    {
        var (request, unread) = input.Read();
        if (request is null)
            return unread;
        var (schedule, problems) = await schedules.AddAsync(context.User.Actor(), request);
        if (schedule is not null)
            Done(context, RunAddress.List, new($"Schedule {schedule.Name} added.", "To undo it, remove the schedule."));
        return problems;
    }

    /// <returns>Why it is impossible; <see langword="null"/> when it was removed.</returns>
    public async Task<string?> RemoveScheduleAsync(string id, string? reason, HttpContext context)
    {
        if (Publish.ReasonProblems(reason).FirstOrDefault() is { } problem)
            return problem.Rule;
        var removed = await schedules.RemoveAsync(context.User.Actor(), id, reason!);
        Done(context, RunAddress.List, new(removed ? "Schedule removed. Its runs stay." : "The schedule was already removed."));
        return null;
    }

    /// <returns>Everything that is wrong; nothing when it was attested.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> AttestAsync(string id, RunActInput input, HttpContext context)
    {
        var (found, problems) = await attest.RunAsync(context.User.Actor(), context.User.Person(), id, new(input.Text ?? ""));
        if (problems.Count == 0)
            Done(
                context,
                RunAddress.Run(id),
                new(found ? "Your statement is signed and recorded." : "The compliance run is no longer kept.")
            );
        return problems;
    }

    /// <summary>Sets a hold, or ends it.</summary>
    /// <returns>Everything that is wrong; nothing when it was done.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> HoldAsync(ComplianceRun run, RunActInput input, HttpContext context)
    {
        if (Publish.ReasonProblems(input.Text).ToList() is { Count: > 0 } problems)
            return problems;
        var actor = context.User.Actor();
        var done = run.Hold is null
            ? await changes.HoldAsync(actor, run.Id, input.Text!)
            : await changes.ReleaseAsync(actor, run.Id, input.Text!);
        Done(
            context,
            RunAddress.Run(run.Id),
            (done, run.Hold) switch
            {
                (false, _) => new("Nothing was changed."),
                (_, null) => new("The file of this run is not deleted.", "To undo it, end the hold."),
                _ => new("The hold ended."),
            }
        );
        return [];
    }

    /// <returns>Everything that is wrong; nothing when it was made.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> LinkAsync(string id, RunActInput input, HttpContext context)
    {
        if (!int.TryParse(input.Days, NumberStyles.None, CultureInfo.InvariantCulture, out var days))
            return [new("days", input.Days, "must be a number of days", 0, 0)];
        var (link, problems) = await links.AddAsync(context.User.Actor(), id, new(input.Text ?? "", days));
        if (link is null)
            return problems.Count > 0 ? problems : [new("run", null, "is no longer kept", 0, 0)];
        Done(
            context,
            RunAddress.Run(id),
            new(
                $"Reader link valid until {Moments.Absolute(link.Link.Expires)}:",
                Secret: $"{context.Request.Scheme}://{context.Request.Host}{link.Path}"
            )
        );
        return [];
    }

    public async Task RevokeAsync(string id, RunActInput input, HttpContext context)
    {
        var revoked = await links.RevokeAsync(context.User.Actor(), id, input.Link ?? "");
        Done(context, RunAddress.Run(id), new(revoked ? "Reader link revoked." : "The reader link was already revoked."));
    }

    private void Done(HttpContext context, string address, Flash.Message message)
    {
        flash.Leave(context, message);
        context.Response.Redirect(address);
    }
}
