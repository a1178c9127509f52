using System.Globalization;
using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli.Surveying;

/// <summary>Readings, for people.</summary>
internal static class SurveyTable
{
    private const string None = "–";

    public static void Write(Terminal terminal, IReadOnlyList<ShownReading> rows, bool dated)
    {
        if (rows.Count == 0)
            return;
        var notes = new Footnotes();
        var table = new Table([
            ("HOST", Align.Left),
            ("INITIAL WINDOW", Align.Right),
            ("BYTES", Align.Right),
            ("LIMITED BY", Align.Left),
            ("MSS", Align.Right),
            ("RECEIVE WINDOW", Align.Left),
            ("RTT ms", Align.Right),
            .. dated ? [("READ", Align.Left)] : Array.Empty<(string, Align)>(),
            ("CHANGE", Align.Left),
        ]);
        foreach (var row in rows)
            table.Add(Row(row, dated, notes));
        table.Write(terminal);
        notes.Write(terminal);
    }

    private static Cell[] Row(ShownReading row, bool dated, Footnotes notes)
    {
        var reading = row.Reading;
        return
        [
            row.Service,
            new Cell(reading.WindowText(), row.Exact ? Ink.Good : Ink.Plain),
            Number(reading.Bytes),
            (reading.Verdict is { } verdict ? FlightVerdictText.Of(verdict) : "not read") + notes.Mark(reading.Failure),
            Number(reading.Mss),
            ReceiveWindow(row),
            reading.RttMicroseconds is { } rtt ? (rtt / 1000.0).ToString("0.0##", CultureInfo.InvariantCulture) : None,
            .. dated ? [FleetText.Time(reading.Taken)] : Array.Empty<Cell>(),
            row.Changed ? new Cell($"was {row.Before!.WindowText()} on {Day(row.Before.Taken)}", Ink.Attention) : "",
        ];
    }

    private static string ReceiveWindow(ShownReading row) =>
        row.Reading switch
        {
            { Segments: null } => None,
            { ReceiveWindow: null } => "unknown",
            { ReceiveScale: { } scale } read => $"{Number(read.ReceiveWindow)}, scale {scale}",
            var read => $"{Number(read.ReceiveWindow)}, not scaled",
        };

    private static string Day(DateTimeOffset at) => at.ToUniversalTime().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static string Number(long? number) => number?.ToString(CultureInfo.InvariantCulture) ?? None;
}
