using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Compliance.Runs.Schedules;

internal static class ScheduleEndpoints
{
    public static void MapSchedules(this IEndpointRouteBuilder api)
    {
        var schedules = api.MapGroup(RunPaths.Schedules).WithTags("Compliance runs");
        schedules.MapGet("", ListAsync).Needs(Permission.Runs).WithSummary("Schedules of compliance runs, by name");
        schedules.MapPost("", AddAsync).Needs(Permission.Runs).WithSummary("Make compliance runs by cron, or after rollouts");
        schedules.MapDelete("/{id}", RemoveAsync).Needs(Permission.Runs).WithSummary("Remove a schedule; its runs stay");
    }

    private static async Task<Ok<IReadOnlyList<RunSchedule>>> ListAsync(RunViews views, CancellationToken ct) =>
        TypedResults.Ok(await views.SchedulesAsync(ct));

    private static async Task<Results<Created<RunSchedule>, JsonHttpResult<FleetProblem>>> AddAsync(
        ScheduleRequest request,
        ClaimsPrincipal who,
        ScheduleChanges changes
    )
    {
        var (schedule, problems) = await changes.AddAsync(who.Actor(), request);
        return schedule is null
            ? RunEndpoints.Refused("The schedule was not added.", problems)
            : TypedResults.Created(RunPaths.Schedule(schedule.Id), schedule);
    }

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemoveAsync(
        string id,
        string? reason,
        ClaimsPrincipal who,
        ScheduleChanges changes
    )
    {
        if (Publish.ReasonProblems(reason).ToList() is { Count: > 0 } problems)
            return RunEndpoints.Refused("The schedule was not removed.", problems);
        return await changes.RemoveAsync(who.Actor(), id, reason!)
            ? TypedResults.NoContent()
            : RefusalAnswer.NotFound($"schedule {id}", $"See GET {RunPaths.Schedules}.");
    }
}
