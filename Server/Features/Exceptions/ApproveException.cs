using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Exceptions;

/// <summary>Another person's approval of an exception. It is in force without it, and its hosts fail a control.</summary>
internal static class ApproveException
{
    /// <summary>Why it was not approved.</summary>
    /// <param name="Text">A sentence.</param>
    /// <param name="Status">The status of an answer.</param>
    internal sealed record Refusal(string Text, int Status);

    /// <param name="by">Who approves it.</param>
    /// <param name="person">The person behind that.</param>
    /// <param name="exceptions">Read again when it is approved.</param>
    /// <param name="id">Of the exception.</param>
    /// <param name="reason">For the audit log.</param>
    /// <returns><see langword="null"/> when it is approved.</returns>
    public static async Task<Refusal?> RunAsync(Publisher by, string person, ExceptionsInForce exceptions, string id, string reason)
    {
        if (await EndException.BeyondAsync(by, id) is { } beyond)
            return new(beyond.Rule, StatusCodes.Status403Forbidden);
        var refused = await by.Database.WriteAsync(async write =>
        {
            if (await ExceptionQueries.FindAsync(write, id) is not { } row || !row.StateAt(by.Clock.GetUtcNow()).IsInForce())
                return new Refusal($"There is no exception {id} in force.", StatusCodes.Status404NotFound);
            if (row.ApprovedAt is { } before)
                return new($"{Actors.Name(row.ApprovedBy)} approved it at {Clock.At(before):u}.", StatusCodes.Status409Conflict);
            if (person == row.Behind)
                return new(
                    "Authors cannot approve their own exceptions, administrators included: ask another approver.",
                    StatusCodes.Status403Forbidden
                );
            await ExceptionQueries.ApproveAsync(write, id, by.Clock.Now(), by.Actor);
            await AuditLog.AppendAsync(
                write,
                by.Clock,
                by.Actor,
                HoldActions.ApproveException,
                $"exception:{id}",
                $"The exception of '{row.Selector}' by {Actors.Name(row.Author)}, {Grant.Ending(Clock.At(row.UntilAt))}, was approved; "
                    + "its reason: "
                    + row.Reason,
                reason
            );
            return null;
        });
        if (refused is null)
            await exceptions.ReloadAsync();
        return refused;
    }
}
