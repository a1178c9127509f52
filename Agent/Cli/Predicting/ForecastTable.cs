using System.Globalization;
using IwTune.Agent.Cli.Options;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Model;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>The predictions as rows, for people.</summary>
internal static class ForecastTable
{
    public static void Write(Terminal terminal, Question question, List<PredictedRow> rows)
    {
        var (compares, bound, follows) = (
            question.Windows.Length > 1,
            rows.Exists(row => row.Binding is not null),
            question.Conditions is not null
        );
        var waits = rows.Exists(row => row.Timeouts > 0);
        List<(string, Align)> columns =
        [
            ("SIZE", Align.Right),
            ("RTT ms", Align.Right),
            ("IW", Align.Right),
            ("ROUNDS", Align.Right),
            ("TIME ms", Align.Right),
        ];
        if (compares)
            columns.Add(("SAVED ms", Align.Right));
        if (question.Miss is not null)
            columns.Add(("ORIGIN ms", Align.Right));
        if (follows)
            columns.Add(("RETRANSMITTED", Align.Right));
        if (waits)
            columns.Add(("TIMEOUTS", Align.Right));
        if (bound)
            columns.Add(("FIRST FLIGHT", Align.Left));
        var table = new Table([.. columns]);
        var (marked, marks) = (Best(rows, question.Windows.Length), compares && rows.Count > 1);
        foreach (var row in rows)
        {
            var ink = marks && marked.Contains(row) ? Ink.Good : Ink.Plain;
            List<Cell> cells = [Text(row.Size), Text(row.RttMs), Text(row.Iw), Text(row.Rounds), new(Text(row.Ms), ink)];
            if (compares)
                cells.Add(Saved(row));
            if (row.OriginMs is { } waited)
                cells.Add(Text(waited));
            if (follows)
                cells.Add(Again(row));
            if (waits)
                cells.Add(row.Timeouts is > 0 and var timeouts ? Text(timeouts) : "");
            if (bound)
                cells.Add(row.Binding is { } term ? $"{row.Effective} ({BindingText.Of(term)})" : "");
            table.Add([.. cells]);
        }
        table.Write(terminal);
        Remark(terminal, question);
        if (question.Views is { } views)
            ViewsText.Write(terminal, views, rows);
    }

    /// <summary>The meaning of the figures, and what the path alone decides.</summary>
    public static void Remark(Terminal terminal, Question question)
    {
        foreach (var remark in Remarks(question).Prepend(Basis(question)))
            terminal.Say(terminal.Paint(Ink.Quiet, remark), hanging: 0);
    }

    private static IEnumerable<string> Remarks(Question question)
    {
        if (question is { Path.RateBitsPerSecond: { } rate, Rtts: [{ Ticks: > 0 } rtt] })
        {
            var fills = SlowStart.Filling(question.Path with { Rtt = rtt })!.Value;
            yield return $"At {Quantity.OfRate(rate)} and {Text(rtt.TotalMilliseconds)} ms the path holds "
                + $"{Quantity.OfBytes(Math.Round(BandwidthDelay.Bytes(rate, rtt)))}: a window beyond "
                + $"{(fills == 1 ? "1 segment" : $"{Text(fills)} segments")} gains nothing.";
        }
        if (question.Conditions?.BufferPackets is { } buffer)
            yield return $"A first flight of {Text(buffer + 1)} is the largest that this buffer takes at once.";
        if (question.IsQuic)
            yield return "The server program sets this window, not a route: RFC 9002 says "
                + $"{Text(InitialWindow.Segments(InitialWindow.Rfc9002(QuicDatagram.Bytes), QuicDatagram.Bytes))} datagrams of "
                + $"{Text(QuicDatagram.Bytes)} bytes, some programs send more (docs/quic.md).";
        if (question.Kilometres is { } far)
            yield return $"Light needs {Text(BandwidthDelay.LightRoundTrip(far).TotalMilliseconds)} ms for {Quantity.Short(far)} km and "
                + "back, in fibre half as much again: no window makes a round trip shorter.";
    }

    /// <summary>The meaning of the figures.</summary>
    public static string Basis(Question question)
    {
        var from =
            question.Path.HandshakeRounds == 0 ? "From the request's first byte"
            : question.IsQuic ? "From the first packet of the handshake"
            : "From the SYN";
        var ways = new List<string>();
        if (question.IsQuic)
            ways.Add($"over QUIC with {Text(question.Path.Mss)} bytes of it in a datagram");
        if (question.Path.TlsRounds > 0)
            ways.Add($"with {(question.Path.TlsRounds > 1 ? "two rounds" : "one round")} of TLS");
        if (question.Path.ServerTime > TimeSpan.Zero)
            ways.Add($"with {Text(question.Path.ServerTime.TotalMilliseconds)} ms of the server's own");
        if (question.Miss is { } miss)
            ways.Add(
                $"after a cache has fetched all of it from an origin at {Text(miss.Rtt.TotalMilliseconds)} ms with a window of "
                    + $"{Text(miss.Window)}"
            );
        if (question.Path.RateBitsPerSecond is { } rate)
            ways.Add($"at {Quantity.OfRate(rate)}");
        if (question.Conditions?.BufferPackets is { } buffer)
            ways.Add($"behind a buffer of {(buffer == 1 ? "1 packet" : $"{Text(buffer)} packets")}");
        if (question.Path.PacingGain is { } gain)
            ways.Add($"paced at {Text(gain)} windows a round trip");
        if (question.Conditions?.Lost.Count is > 0 and var lost)
            ways.Add(lost == 1 ? "with one packet lost" : $"with {Text(lost)} packets lost");
        if (question.Conditions?.Growth == Growth.Packets)
            ways.Add("one segment wider for each acknowledgement, which comes for every second segment");
        var how = question.Conditions is null ? "by the closed form of slow start, without loss" : "event by event";
        return $"{from} to the response's last one{(ways.Count > 0 ? ", " : "")}{string.Join(", ", ways)}; {how}.";
    }

    /// <summary>For each size and time, the smallest window with at least nine tenths of the greatest gain over the slowest.</summary>
    public static HashSet<PredictedRow> Best(List<PredictedRow> rows, int windows)
    {
        var best = new HashSet<PredictedRow>(ReferenceEqualityComparer.Instance);
        for (var from = 0; from < rows.Count; from += windows)
        {
            var group = rows.GetRange(from, windows);
            var (most, least) = (group.Max(row => row.Ms), group.Min(row => row.Ms));
            group.Sort((a, b) => a.Iw.CompareTo(b.Iw));
            best.Add(group.Find(row => most - row.Ms >= 0.9 * (most - least))!);
        }
        return best;
    }

    private static Cell Saved(PredictedRow row)
    {
        if (row.SavedMs is not { } saved)
            return "";
        if (Math.Abs(saved) < 0.05)
            return new("0", Ink.Quiet);
        var percent = Math.Round(saved / (row.Ms + saved) * 100) + 0.0; // minus nothing is nothing
        return new($"{Text(saved)} ({Text(percent)} %)", saved < 0 ? Ink.Bad : Ink.Plain);
    }

    private static string Again(PredictedRow row) => row.Resent is null or 0 ? "" : $"{Text(row.Resent.Value)} of {Text(row.Sent!.Value)}";

    private static string Text(IFormattable number) => number.ToString("0.#", CultureInfo.InvariantCulture);
}
