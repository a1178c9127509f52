using System.Globalization;
using IwTune.Agent.Cli.Output;

namespace IwTune.Agent.Cli.Flights;

/// <summary>A row for receivers whose handshakes look the same, for people.</summary>
internal static class ReceiverTable
{
    private const string None = "–";

    public static void Write(Terminal terminal, List<ShownReceivers> receivers, int most)
    {
        if (receivers.Count == 0)
            return;
        var table = new Table(
            ("WINDOW IN SYN", Align.Left),
            ("FIRST WINDOW", Align.Right),
            ("MSS", Align.Right),
            ("SCALE", Align.Right),
            ("TTL", Align.Right),
            ("SEGMENTS", Align.Right),
            ("CONNECTIONS", Align.Right),
            ("ADDRESSES", Align.Right),
            ("LIMITED", Align.Right),
            ("PROBABLY", Align.Left)
        );
        foreach (var same in receivers.Take(most))
            table.Add(Row(same));
        table.Write(terminal);
        if (receivers.Count > most)
            terminal.Say($"Not shown, because they have fewer connections: {receivers.Count - most:#,0}. Use --most N.", hanging: 0);
    }

    private static Cell[] Row(ShownReceivers same) =>
        [
            Number(same.SynWindow) + (same.InSynAck ? " (SYN-ACK)" : ""),
            same.LeastWindow == same.MostWindow ? Number(same.LeastWindow) : $"{Number(same.LeastWindow)}–{Number(same.MostWindow)}",
            Number(same.Mss),
            Number(same.Scale),
            Number(same.FirstHops),
            Number(same.Segments),
            Number(same.Connections),
            Number(same.Addresses),
            new Cell(Number(same.Limited), same.Limited > 0 ? Ink.Attention : Ink.Plain),
            same.MayBe.Count > 0 ? string.Join("; ", same.MayBe) : "unknown",
        ];

    private static string Number(long? number) => number?.ToString(CultureInfo.InvariantCulture) ?? None;
}
