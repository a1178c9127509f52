using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Retention;

/// <summary>Sets how long things are kept. Nothing is deleted before the next run, so a slip can be set right.</summary>
internal static class SetRetention
{
    /// <param name="database">The store.</param>
    /// <param name="options">Periods of the command line.</param>
    /// <param name="clock">Stamps it.</param>
    /// <param name="actor">Who sets them.</param>
    /// <param name="request">The periods.</param>
    /// <param name="fits">Whether the periods in force are those that the caller read.</param>
    /// <returns>Every problem; or the periods in force, when they are not those that the caller read.</returns>
    public static async Task<(IReadOnlyList<PolicyProblem> Problems, RetentionStatus? Overtaken)> RunAsync(
        Database database,
        ServerOptions options,
        TimeProvider clock,
        string actor,
        RetentionRequest request,
        Func<RetentionStatus, bool> fits
    )
    {
        List<PolicyProblem> problems = [.. Publish.ReasonProblems(request.Reason), .. RetentionText.Problems(request.Periods)];
        if (problems.Count > 0)
            return (problems, null);
        return (
            [],
            await database.WriteAsync(async write =>
            {
                var now = await RetentionQueries.StatusAsync(write, options);
                if (!fits(now))
                    return now;
                await write.ExecuteAsync(
                    "update retention set periods = @periods, set_by = @actor, set_at = @at where id = 1",
                    new
                    {
                        periods = RetentionText.Of(request.Periods),
                        actor,
                        at = clock.Now(),
                    }
                );
                await AuditLog.AppendAsync(
                    write,
                    clock,
                    actor,
                    StoreActions.SetRetention,
                    "retention",
                    $"New periods: {RetentionText.Of(request.Periods)}; before: {RetentionText.Of(now.Periods)}.",
                    request.Reason
                );
                return null;
            })
        );
    }
}
