using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Exceptions;

/// <summary>Ends an exception before its time: its hosts are judged again at once.</summary>
internal static class EndException
{
    /// <summary>The objection when it is for hosts outside the person's scope.</summary>
    public static async Task<PolicyProblem?> BeyondAsync(Publisher by, string id)
    {
        if (by.Scope.IsFleet || await by.Database.ReadAsync(db => ExceptionQueries.FindAsync(db, id)) is not { } row)
            return null;
        var selector = row.Read().Selector;
        var matched = by.Hosts.All.Where(host => selector.Matches(host.Identity)).ToList();
        // An exception of single hosts lives on for those alone.
        return BeyondScope.Problem(by.Scope, matched)
            ?? (matched.Count > 0 && selector.AsksFor(SelectorKeys.Id) ? null : BeyondScope.Problem(by.Scope, selector));
    }

    /// <returns>False when there is none of this id that is in force.</returns>
    public static async Task<bool> RunAsync(Publisher by, ExceptionsInForce exceptions, string id, string reason)
    {
        var ended = await by.Database.WriteAsync(async write =>
        {
            if (
                await ExceptionQueries.FindAsync(write, id) is not { } row
                || !await ExceptionQueries.EndAsync(write, id, by.Clock.Now(), by.Actor, reason)
            )
                return false;
            await AuditLog.AppendAsync(
                write,
                by.Clock,
                by.Actor,
                HoldActions.EndException,
                $"exception:{id}",
                $"The exception of '{row.Selector}' {Grant.Ending(Clock.At(row.UntilAt))} ended; its reason was: {row.Reason}",
                reason
            );
            return true;
        });
        if (ended)
            await exceptions.ReloadAsync();
        return ended;
    }
}
