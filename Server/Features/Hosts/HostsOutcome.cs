using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Hosts;

/// <summary>
/// The result of a hold, a release or a change of labels: a reply, the problems of the request, or why there was nothing to do.
/// </summary>
internal sealed record HostsOutcome<T>(T? Reply, IReadOnlyList<PolicyProblem> Problems, string Nothing = "")
    where T : class
{
    public static HostsOutcome<T> Done(T reply) => new(reply, []);

    public static HostsOutcome<T> Wrong(params IReadOnlyList<PolicyProblem> problems) => new(null, problems);

    public static HostsOutcome<T> NothingToDo(string why) => new(null, [], why);

    /// <summary>As the API answers it.</summary>
    /// <param name="refused">What was not done, as a sentence.</param>
    public Results<Ok<T>, JsonHttpResult<FleetProblem>> Answer(string refused) =>
        Reply is not null ? TypedResults.Ok(Reply)
        : Problems.Count == 0 ? RefusalAnswer.Of(StatusCodes.Status409Conflict, refused, Nothing)
        : RefusalAnswer.Invalid(refused, Problems);
}
