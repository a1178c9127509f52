using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Holds;

/// <summary>The result of a hold or a release: a reply, the problems of the request, or why there was nothing to do.</summary>
internal sealed record HoldOutcome<T>(T? Reply, IReadOnlyList<PolicyProblem> Problems, string Nothing = "")
    where T : class
{
    public static HoldOutcome<T> Done(T reply) => new(reply, []);

    public static HoldOutcome<T> Wrong(params IReadOnlyList<PolicyProblem> problems) => new(null, problems);

    public static HoldOutcome<T> NothingToDo(string why) => new(null, [], why);
}
