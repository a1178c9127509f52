using System.Globalization;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Cli.Flights;

/// <summary>A row for each connection, for people.</summary>
internal static class FlightTable
{
    private const string None = "–";

    public static void Write(Terminal terminal, List<CapturedFlight> flights, int most)
    {
        if (flights.Count == 0)
            return;
        var notes = new Footnotes();
        var table = new Table(
            ("SENDER", Align.Left),
            ("RECEIVER", Align.Left),
            ("BYTES", Align.Right),
            ("RTT ms", Align.Right),
            ("SEEN AT", Align.Left),
            ("MSS", Align.Right),
            ("SCALE", Align.Right),
            ("RECEIVER'S WINDOW", Align.Right),
            ("FIRST FLIGHT", Align.Right),
            ("SEGMENTS", Align.Right),
            ("LIMITED BY", Align.Left),
            ("AGAIN", Align.Right),
            ("NEXT FLIGHTS", Align.Left)
        );
        foreach (var flight in flights.Take(most))
            table.Add(Row(ShownFlight.Of(flight), notes));
        table.Write(terminal);
        notes.Write(terminal);
        if (flights.Count > most)
            terminal.Say($"Not shown, because they sent less: {flights.Count - most:#,0}. Use --most N.", hanging: 0);
    }

    private static Cell[] Row(ShownFlight row, Footnotes notes) =>
        [
            row.Sender
                + row.SenderIsServer switch
                {
                    true => " (server)",
                    false => " (client)",
                    null => "",
                },
            row.Receiver,
            Number(row.SentBytes),
            row.RttMs is { } rtt ? rtt.ToString("0.0##", CultureInfo.InvariantCulture) : None,
            Word(row.Place),
            Pair(row.SenderMss, row.ReceiverMss),
            Pair(row.SenderScale, row.ReceiverScale),
            row.ReceiverSynWindow is null ? None : $"{Number(row.ReceiverSynWindow)}, {Number(row.ReceiverWindow)}",
            Number(row.FirstFlightBytes),
            new Cell(
                row.InitialWindow is { } known ? Number(known)
                    : row.AtLeast is { } least ? $"≥ {Number(least)}"
                    : None,
                row.InitialWindow is not null ? Ink.Good : Ink.Plain
            ),
            Word(row.Limit) + (row.Limit == FlightLimit.Unknown ? notes.Mark(row.Why) : ""),
            row.RetransmittedBytes is > 0 and var again ? Number(again) : "",
            string.Join(" ", row.Flights.Skip(1).Select(flight => Number(flight))),
        ];

    private static string Word(CapturePlace place) =>
        place switch
        {
            CapturePlace.Sender => "sender",
            CapturePlace.Receiver => "receiver",
            CapturePlace.Between => "between",
            _ => None,
        };

    private static string Word(FlightLimit limit) =>
        limit switch
        {
            FlightLimit.InitialWindow => "initial window",
            FlightLimit.ReceiverWindow => "receiver's window",
            FlightLimit.Data => "data",
            _ => "unknown",
        };

    private static string Pair(int? one, int? other) => one is null && other is null ? None : $"{Number(one)}/{Number(other)}";

    private static string Number(long? number) => number?.ToString(CultureInfo.InvariantCulture) ?? None;
}
