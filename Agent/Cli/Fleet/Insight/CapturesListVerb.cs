using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Insight;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>The captures a server keeps.</summary>
internal static class CapturesListVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "list", "Captures, newest first");
        verb.Shows(
            context,
            _ => FleetPaths.Captures,
            () => InsightJson.Default.IReadOnlyListCaptureSummary,
            captures => Print(context.Terminal, captures)
        );
        return verb;
    }

    private static void Print(Terminal terminal, IReadOnlyList<CaptureSummary> captures)
    {
        if (captures.Count == 0)
        {
            terminal.Error.WriteLine(
                "There is no capture. 'iwtune lab --capture FILE' makes one, 'iwtune fleet captures push FILE' attaches it."
            );
            return;
        }
        var table = new Table(
            ("CAPTURE", Align.Left),
            ("BYTES", Align.Right),
            ("RTT", Align.Right),
            ("ARMS", Align.Left),
            ("BY", Align.Left),
            ("ID", Align.Left)
        );
        foreach (var capture in captures)
        {
            table.Add(
                capture.Title,
                capture.SizeBytes.ToString(CultureInfo.InvariantCulture),
                string.Create(CultureInfo.InvariantCulture, $"{capture.RttMicroseconds / 1000.0:0.0} ms"),
                string.Join(", ", capture.Arms),
                capture.Author,
                capture.Id
            );
        }
        table.Write(terminal);
    }
}
