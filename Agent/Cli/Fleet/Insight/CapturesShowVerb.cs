using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Insight;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet.Insight;

/// <summary>One capture: the result of each window, or with <c>--json</c> the file as it was attached.</summary>
internal static class CapturesShowVerb
{
    public static Verb Create(CliContext context)
    {
        var id = new Argument<string>("ID") { Description = "As 'iwtune fleet captures list' shows it" };
        var verb = new Verb(VerbGroup.Fleet, "show", "Results of each window in a capture; --json prints the whole capture");
        verb.Add(id);
        verb.Shows(
            context,
            parsed => FleetPaths.Capture(parsed.GetRequiredValue(id)),
            () => InsightJson.Default.Capture,
            capture => Print(context.Terminal, capture)
        );
        return verb;
    }

    private static void Print(Terminal terminal, Capture capture)
    {
        terminal.Say(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{capture.Title}: {capture.SizeBytes} bytes at {capture.RttMicroseconds / 1000.0:0.#} ms, measured "
                    + $"{FleetText.Time(capture.Taken)}"
            ),
            hanging: 2
        );
        var table = new Table(
            ("ARM", Align.Left),
            ("IW", Align.Right),
            ("FIRST BYTE ms", Align.Right),
            ("LAST BYTE ms", Align.Right),
            ("RETRANSMITTED", Align.Right),
            ("DROPPED", Align.Right)
        );
        foreach (var arm in capture.Arms)
        {
            table.Add(
                arm.Name,
                FleetText.Number(arm.InitCwnd),
                arm.Received.Count > 0 ? Milliseconds(arm.Received[0]) : new Cell("-", Ink.Quiet),
                arm.Received.Count > 0 ? Milliseconds(arm.Received[^1]) : new Cell("-", Ink.Quiet),
                FleetText.Number(arm.Retransmits.Count),
                FleetText.Number(arm.Dropped.Count)
            );
        }
        table.Write(terminal);
    }

    private static string Milliseconds(CapturePoint point) => (point.At / 1000.0).ToString("0.0", CultureInfo.InvariantCulture);
}
