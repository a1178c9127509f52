using System.Security.Claims;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting.Refusals;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Enrolment.Clones;

/// <summary>Decides one case for the API and the console.</summary>
internal sealed class CloneDecisions(
    Database database,
    HostDirectory hosts,
    Requirements requirements,
    NonMembers strangers,
    TimeProvider clock
)
{
    public delegate Task<string> Decision(Database database, HostDirectory hosts, TimeProvider clock, string actor, string id, string why);

    public async Task<Results<Ok<CloneCase>, JsonHttpResult<FleetProblem>>> RunAsync(
        string id,
        ReasonRequest request,
        ClaimsPrincipal who,
        Decision decide
    )
    {
        if (Publish.ReasonProblems(request.Reason).ToList() is { Count: > 0 } problems)
            return RefusalAnswer.Of(StatusCodes.Status400BadRequest, "Nothing was decided.", "Nothing was changed.", problems);
        if (await FindAsync(id) is null)
            return RefusalAnswer.NotFound($"case {id}", $"See GET {FleetPaths.Clones}?all=true.");
        var why = await DecideAsync(id, who.Actor(), request.Reason, decide);
        return why.Length > 0
            ? RefusalAnswer.Of(StatusCodes.Status409Conflict, "Nothing was decided.", why)
            : TypedResults.Ok((await FindAsync(id))!);
    }

    /// <returns>Why nothing was decided; empty when it was.</returns>
    public async Task<string> DecideAsync(string id, string actor, string why, Decision decide)
    {
        var refused = await decide(database, hosts, clock, actor, id, why.Trim());
        // Whichever of the two waits for an answer stands otherwise now.
        if (refused.Length == 0)
            requirements.Wake();
        return refused;
    }

    public async Task<CloneCase?> FindAsync(string id) => (await database.ReadAsync(db => CloneQueries.FindAsync(db, id)))?.Case(strangers);
}
