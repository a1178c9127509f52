using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Insight.Captures;

/// <summary>Removes a capture for good.</summary>
internal static class RemoveCapture
{
    /// <returns>False when there is no such capture.</returns>
    public static Task<bool> RunAsync(Database database, TimeProvider clock, string actor, string id) =>
        database.WriteAsync(async write =>
        {
            if (await CaptureQueries.FindAsync(write, id) is not { } row)
                return false;
            await CaptureQueries.DeleteAsync(write, id);
            await AuditLog.AppendAsync(write, clock, actor, CaptureActions.Remove, $"capture:{id}", $"Capture '{row.Title}' removed.");
            return true;
        });
}
