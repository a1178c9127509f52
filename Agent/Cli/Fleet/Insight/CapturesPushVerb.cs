using System.CommandLine;
using System.Text.Json;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>Attaches captures, so that others can view them in the console.</summary>
internal static class CapturesPushVerb
{
    public static Verb Create(CliContext context)
    {
        var path = new Argument<string>("FILE") { Description = "A capture that 'iwtune lab --capture' wrote" };
        var verb = new Verb(VerbGroup.Fleet, "push", "Attach a capture to the server, where the console draws it")
        {
            Details = "The file is checked here first; when anything is wrong, nothing is sent.",
            Examples = [("iwtune fleet captures push page.json", "attach what was measured")],
        };
        verb.Add(path);
        verb.Runs(
            context,
            parsed => (File: parsed.GetRequiredValue(path), Capture: Read(parsed.GetRequiredValue(path))),
            async (fleet, read, _, ct) =>
            {
                var made = await fleet.PostFileAsync(
                    FleetPaths.Captures,
                    read.Capture,
                    InsightJson.Default.Capture,
                    InsightJson.Default.CaptureSummary,
                    read.File,
                    ct
                );
                context.Terminal.Out.WriteLine(
                    $"Attached '{made.Title}' as {made.Id}: see Insight in the console. 'iwtune fleet captures remove "
                        + $"{made.Id}' removes it."
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }

    /// <exception cref="UsageException">It cannot be read, or is no valid capture; all problems at once.</exception>
    private static Capture Read(string file)
    {
        try
        {
            if (new FileInfo(file).Length > CaptureRules.MostBytes)
                throw new UsageException($"{file}: a capture has at most {CaptureRules.MostBytes} bytes. Nothing was sent.");
            var capture =
                JsonSerializer.Deserialize(File.ReadAllBytes(file), InsightJson.Default.Capture)
                ?? throw new UsageException($"{file}: holds no capture. Nothing was sent.");
            var problems = CaptureRules.Problems(capture);
            return problems.Count == 0
                ? capture
                : throw new UsageException($"{string.Join('\n', problems.Select(problem => $"{file}: {problem}"))}\nNothing was sent.");
        }
        catch (JsonException broken)
        {
            throw new UsageException($"{file}: not the JSON of a capture: {broken.Message} Nothing was sent.", broken);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{file} cannot be read: {UnreadableFile.Why(file, unreadable)} Nothing was sent.", unreadable);
        }
    }
}
