using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine;

namespace IwTune.Agent.Cli.Flights;

/// <summary>The summary, for people.</summary>
internal static class FlightPage
{
    public static void Write(Terminal terminal, FlightSummary summary)
    {
        terminal.Say(Sentence(summary), hanging: 0);
        foreach (var remark in summary.Remarks)
            terminal.Say(terminal.Paint(Ink.Attention, remark), hanging: 0);
    }

    private static string Sentence(FlightSummary summary)
    {
        if (summary.Connections == 0)
            return $"No TCP connection in {Counted.Of(summary.Packets, "packet")}.";
        List<string> parts = [.. summary.InitialWindows.Select(of => $"{Counted.Of(of.Segments, "segment")} in {of.Connections:#,0}")];
        if (summary.OnlyAtLeast > 0)
            parts.Add($"only a least value in {summary.OnlyAtLeast:#,0}");
        if (summary.Unknown > 0)
            parts.Add($"unknown in {summary.Unknown:#,0}");
        var rtt = summary.MedianRttMs is { } median
            ? string.Create(CultureInfo.InvariantCulture, $" Median round trip: {median:0.###} ms.")
            : "";
        return $"{Counted.Of(summary.Connections, "connection")}. Initial window: {string.Join(", ", parts)}.{rtt}";
    }
}
