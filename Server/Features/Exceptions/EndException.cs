using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Policies;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Exceptions;

/// <summary>Ends an exception before its time: its hosts are judged again at once.</summary>
internal static class EndException
{
    /// <returns>False when there is none of this id that is in force.</returns>
    public static async Task<bool> RunAsync(Publisher by, ExceptionsInForce exceptions, string id, string reason)
    {
        var ended = await by.Database.WriteAsync(async write =>
        {
            if (await ExceptionQueries.FindAsync(write, id) is not { } row || !await ExceptionQueries.EndAsync(write, id, by.Clock.Now(), by.Actor, reason))
                return false;
            await AuditLog.AppendAsync(write, by.Clock, by.Actor, "exception.end", $"exception:{id}",
                $"The exception of '{row.Selector}' {Grant.Ending(Clock.At(row.UntilAt))} has ended; its reason was: {row.Reason}", reason);
            return true;
        });
        if (ended)
            await exceptions.ReloadAsync();
        return ended;
    }
}
