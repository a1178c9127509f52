using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>The captures a server keeps.</summary>
internal static class CapturesListVerb
{
    public static Verb Create(CliContext context) =>
        new Verb(VerbGroup.Fleet, "list", "Captures, newest first").Lists(
            context,
            _ => FleetPaths.Captures,
            () => InsightJson.Default.IReadOnlyListCaptureSummary,
            "No captures. 'iwtune lab --capture FILE' makes one, 'iwtune fleet captures push FILE' attaches it.",
            [
                new("CAPTURE", capture => capture.Title),
                new("BYTES", capture => capture.SizeBytes.ToString(CultureInfo.InvariantCulture), Align.Right),
                new("RTT", RoundTrip, Align.Right),
                new("ARMS", capture => string.Join(", ", capture.Arms)),
                new("BY", capture => Actors.Name(capture.Author)),
                new("ID", capture => capture.Id),
            ]
        );

    private static Cell RoundTrip(CaptureSummary capture) =>
        string.Create(CultureInfo.InvariantCulture, $"{capture.RttMicroseconds / 1000.0:0.0} ms");
}
