using System.Text.Json;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Captures;

/// <summary>Keeps a capture. Used by the API and the console.</summary>
internal static class AddCapture
{
    /// <summary>Captures are for study, not a collection: beyond this many a person must remove one first.</summary>
    public const int Most = 200;

    /// <param name="database">The store.</param>
    /// <param name="clock">Stamps it.</param>
    /// <param name="actor">Who attaches it.</param>
    /// <param name="capture">Without problems by <see cref="CaptureRules"/>.</param>
    /// <returns><see langword="null"/> when there is no room.</returns>
    public static Task<CaptureSummary?> RunAsync(Database database, TimeProvider clock, string actor, Capture capture)
    {
        var row = new CaptureRow
        {
            Id = clock.NewId(),
            Title = capture.Title,
            SizeBytes = capture.SizeBytes,
            RttMicroseconds = capture.RttMicroseconds,
            Arms = JsonSerializer.Serialize(capture.Arms.Select(arm => arm.Name)),
            TakenAt = capture.Taken.ToUnixTimeMilliseconds(),
            Author = actor,
            AddedAt = clock.Now(),
            // As it was understood: what this server does not know of is not kept for it.
            Document = JsonSerializer.Serialize(capture, InsightJson.Default.Capture),
        };
        return database.WriteAsync<CaptureSummary?>(async write =>
        {
            if (await CaptureQueries.CountAsync(write) >= Most)
                return null;
            await CaptureQueries.InsertAsync(write, row);
            await AuditLog.AppendAsync(
                write,
                clock,
                actor,
                CaptureActions.Add,
                $"capture:{row.Id}",
                $"Capture '{row.Title}' attached: {capture.Arms.Count} arm(s), {capture.SizeBytes} bytes."
            );
            return row.Summary();
        });
    }
}
