using System.Text.Json;
using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Insight.Captures;

/// <summary>What the buttons of the captures' pages do.</summary>
internal sealed class CaptureAttaching(Database database, TimeProvider clock, Flash flash)
{
    /// <returns>What is wrong with the file, a sentence each; empty when it was attached.</returns>
    public async Task<IReadOnlyList<string>> SubmitAsync(IFormFile? file, HttpContext context)
    {
        if (!context.User.May(Permission.CapturesWrite))
            return ["You have permission to view captures, not to attach them."];
        if (file is null || file.Length == 0)
            return ["Choose a file written by 'iwtune lab --capture'."];
        if (!file.FileName.EndsWith(".json", StringComparison.OrdinalIgnoreCase))
            return
            [
                "The name of the file does not end in .json. Choose a file written by 'iwtune lab --capture', or give it that extension.",
            ];
        if (file.Length > CaptureRules.MostBytes)
            return [$"The file has {Quantities.Bytes(file.Length)}; a capture has at most {Quantities.Bytes(CaptureRules.MostBytes)}."];
        var (capture, problems) = await ReadAsync(file, context.RequestAborted);
        if (capture is null)
            return problems;
        if (await AddCapture.RunAsync(database, clock, context.User.Actor(), capture) is not { } made)
            return [$"This server keeps {AddCapture.Most} captures; remove one first."];
        flash.Leave(context, new($"Capture “{made.Title}” attached."));
        context.Response.Redirect(CaptureAddress.Page(made.Id));
        return [];
    }

    public async Task RemoveAsync(string id, HttpContext context)
    {
        if (!context.User.May(Permission.CapturesWrite))
        {
            context.Response.StatusCode = StatusCodes.Status403Forbidden;
            return;
        }
        await RemoveCapture.RunAsync(database, clock, context.User.Actor(), id);
        flash.Leave(context, new("Capture removed."));
        context.Response.Redirect("/insight");
    }

    private static async Task<(Capture? Capture, IReadOnlyList<string> Problems)> ReadAsync(IFormFile file, CancellationToken ct)
    {
        try
        {
            await using var stream = file.OpenReadStream();
            if (await JsonSerializer.DeserializeAsync(stream, InsightJson.Default.Capture, ct) is not { } capture)
                return (null, ["The file contains no capture."]);
            var problems = CaptureRules.Problems(capture);
            return (problems.Count == 0 ? capture : null, problems);
        }
        catch (JsonException broken)
        {
            return (null, [$"The file is not a valid capture (JSON): {broken.Message}"]);
        }
    }
}
