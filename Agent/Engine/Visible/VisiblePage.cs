using System.Globalization;
using IwTune.Shared.Model;

namespace IwTune.Agent.Engine.Visible;

/// <summary>
/// The page that shows flights as they arrive: a row of cells for each segment, and at the end of each segment a mark that a browser runs
/// as soon as it has it. The whole answer, head and page, is one piece of bytes to be sent in one call.
/// </summary>
internal static class VisiblePage
{
    /// <summary>The least size that has room for what the page says.</summary>
    public const int LeastBytes = 12_000;

    private const string Cell = "<div></div>",
        RowStart = "<div class=c></div>";

    /// <summary>The answer to a request for the page.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The size is below <see cref="LeastBytes"/>, or the segment below 1.</exception>
    public static byte[] Answer(PageFigures figures)
    {
        if (figures is not { SizeBytes: >= LeastBytes, Mss: >= 1 })
            throw new ArgumentOutOfRangeException(
                nameof(figures),
                figures,
                $"a page has at least {LeastBytes} bytes, a segment at least one"
            );
        var page = new MarkedBytes(figures.SizeBytes, figures.Mss);
        page.Add(Head(figures.SizeBytes));
        page.Add($"<!doctype html><html lang=en><head><meta charset=utf-8><script>{PageScript.Mark}</script>").StartMarks();
        foreach (var piece in Beginning(figures))
            page.Add(piece);
        var end = End(figures);
        Cells(page, figures, end);
        for (var i = 0; i < end.Count - 1; i++)
            page.Add(end[i]);
        return page.AddLast(end[^1]).ToBytes();
    }

    private static string Head(int size)
    {
        const string head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n"
            + "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; "
            + "img-src data:\r\n"
            + "Connection: close\r\nContent-Length: ";
        // The length counts its own digits: five to seven, tried from the least.
        for (var digits = 1; ; digits++)
        {
            var rest = (size - head.Length - digits - 4).ToString(CultureInfo.InvariantCulture);
            if (rest.Length == digits)
                return $"{head}{rest}\r\n\r\n";
        }
    }

    private static IEnumerable<string> Beginning(PageFigures figures)
    {
        yield return "<title>Segments, as they arrive</title><link rel=icon href=data:,><meta name=viewport content='width=device-width'>";
        foreach (var rule in PageStyle.Rules)
            yield return $"<style>{rule}</style>";
        yield return "</head><body><main><h1>Segments, as they arrive</h1>";
        yield return string.Create(
            CultureInfo.InvariantCulture,
            $"<p>This answer is {figures.SizeBytes:#,0} bytes in {figures.Segments} segments of {figures.Mss:#,0} bytes, written in one "
                + $"call. "
        );
        yield return "Each wide cell begins a segment. They come in flights, a round-trip time apart.</p>";
        yield return "<dl>"
            + Term("Initial window", figures.InitCwnd is { } window ? Invariant($"{window} segments") : "unknown on this system");
        yield return Term("Round trip", figures.Rtt is { } rtt ? Milliseconds(rtt) : "unknown on this system");
        if (figures.CongestionControl.Length > 0)
            yield return Term("Congestion control", new string([.. figures.CongestionControl.Where(char.IsAsciiLetterOrDigit)]));
        var predictions = figures.Predictions();
        if (predictions.Count > 0)
            yield return Term("The model expects", Flights(predictions[0].Prediction));
        yield return Term("Arrived here", "<b id=h>&hellip;</b>");
        yield return Term("Seen by the server", "<b id=s>&hellip;</b>") + "</dl>";
        yield return "<section id=g role=img aria-label='Cells of the segments, a row each'>";
    }

    /// <summary>As many cells as there is room for before the end of the page; the first of each segment begins a row.</summary>
    private static void Cells(MarkedBytes page, PageFigures figures, List<string> end)
    {
        var plenty = 4 * figures.Mss;
        foreach (var piece in end)
            plenty += 3 * piece.Length;
        var row = -1;
        while (true)
        {
            var cell = (page.Trial().Add(Cell).Length - Cell.Length) / figures.Mss == row ? Cell : RowStart;
            if (figures.SizeBytes - page.Length < plenty && !HasRoom(page.Trial().Add(cell), figures.SizeBytes, end))
                return;
            page.Add(cell);
            row = (page.Length - cell.Length) / figures.Mss;
        }
    }

    private static bool HasRoom(MarkedBytes trial, int size, List<string> end)
    {
        for (var i = 0; i < end.Count - 1; i++)
            trial.Add(end[i]);
        return trial.Length + end[^1].Length <= size;
    }

    private static List<string> End(PageFigures figures)
    {
        var pieces = new List<string> { "</section><figure id=f></figure>" };
        var predictions = figures.Predictions();
        if (predictions.Count > 0)
        {
            pieces.Add(
                "<table><caption>The same answer with other windows, by the model</caption><tr><th>Window<th>Flights<th>Request to last "
                    + "byte"
            );
            foreach (var (window, prediction) in predictions)
                pieces.Add(Invariant($"<tr><td>{window}<td>{prediction.Rounds}<td>{Milliseconds(prediction.Fetch)}"));
            pieces.Add("</table>");
        }
        pieces.Add("<p class=q>Reload for another fresh connection: on one that is kept alive the window would have grown already.</p>");
        foreach (var part in PageScript.Parts)
            pieces.Add($"<script>{part}</script>");
        var rtt = (figures.Rtt ?? TimeSpan.Zero).TotalMilliseconds;
        pieces.Add(
            string.Create(
                CultureInfo.InvariantCulture,
                $"</main>{MarkedBytes.MarkOf(figures.Segments - 1)}<script>show({figures.Id},{figures.SizeBytes},{figures.Mss},"
                    + $"{rtt:0.###})</script></body></html>\n"
            )
        );
        return pieces;
    }

    private static string Term(string name, string value) => $"<div class=t><dt>{name}</dt><dd>{value}</dd></div>";

    private static string Flights(Prediction prediction) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{prediction.Rounds} {(prediction.Rounds == 1 ? "flight" : "flights")}, {Milliseconds(prediction.Fetch)} from request to "
                + $"last byte"
        );

    private static string Milliseconds(TimeSpan time) => Invariant($"{time.TotalMilliseconds:0.##} ms");

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);
}
