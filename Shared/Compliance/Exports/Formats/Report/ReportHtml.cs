using System.Globalization;

namespace IwTune.Shared.Compliance.Exports.Formats.Report;

/// <summary>HTML with the few elements of a report. Every text is escaped here.</summary>
internal sealed class ReportHtml(TextWriter to)
{
    private const string Style = """
        :root { color-scheme: light; font: 14px/1.45 system-ui, sans-serif; color: #1b1b1f; }
        body { margin: 0 auto; max-width: 68rem; padding: 2rem 1.5rem 4rem; }
        h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1rem; }
        h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; break-after: avoid; }
        p { max-width: 46rem; margin: .5rem 0; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: 0; }
        dt { color: #5c5c66; }
        dd { margin: 0; overflow-wrap: anywhere; }
        table { border-collapse: collapse; width: 100%; margin: .75rem 0; font-size: .9rem; }
        .table-wrap { overflow-x: auto; }
        .time { white-space: nowrap; }
        @media screen { .wide { min-width: 54rem; } }
        th, td { text-align: start; vertical-align: top; padding: .3rem .6rem .3rem 0; overflow-wrap: break-word; }
        th, td { border-bottom: 1px solid #d8d8de; }
        thead th { color: #5c5c66; font-weight: 600; white-space: nowrap; }
        tbody th { font-weight: 600; min-width: 7rem; }
        .bar { display: flex; height: 1rem; gap: 2px; margin: .75rem 0; }
        @media print {
          :root { font-size: 9.5pt; }
          body { padding: 0; max-width: none; }
          @page {
            size: A4;
            margin: 16mm 14mm 18mm;
            @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 8pt sans-serif; }
          }
          thead { display: table-header-group; }
          tr { break-inside: avoid; }
          .table-wrap { overflow: visible; }
          .bar { print-color-adjust: exact; }
        }
        """;

    private string _title = "";
    private bool _rows;
    private IReadOnlyList<string> _heads = [];

    public void Begin(string title) =>
        to.Write(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + $"<title>{Text(title)}</title>\n<style>\n{Style.ReplaceLineEndings("\n")}\n</style>\n</head>\n<body>\n<main>\n"
                + $"<h1>{Text(title)}</h1>\n"
        );

    public void End() => to.Write("</main>\n</body>\n</html>\n");

    public void Section(string id, string title)
    {
        _title = title;
        to.Write($"<h2 id=\"{id}\">{Text(title)}</h2>\n");
    }

    public void Paragraph(string text) => to.Write($"<p>{Text(text)}</p>\n");

    public void Facts(IReadOnlyList<(string Name, string Value)> facts) =>
        to.Write($"<dl>\n{string.Concat(facts.Select(fact => $"<dt>{Text(fact.Name)}</dt><dd>{Isolated(fact.Value)}</dd>\n"))}</dl>\n");

    /// <summary>One bar of parts in proportion; the table below it has the numbers.</summary>
    public void Bar(IReadOnlyDictionary<Verdict, int> states)
    {
        to.Write("<div class=\"bar\" aria-hidden=\"true\">");
        foreach (var words in VerdictWords.All)
            if (states.GetValueOrDefault(words.Verdict) is var hosts and > 0)
                to.Write(string.Create(CultureInfo.InvariantCulture, $"<i style=\"flex:{hosts};background:{Colour(words.Verdict)}\"></i>"));
        to.Write("</div>\n");
    }

    /// <summary>Begins a table; without a row it leaves nothing.</summary>
    public void Table(IReadOnlyList<string> heads) => (_heads, _rows) = (heads, false);

    public void Row(IReadOnlyList<string> cells)
    {
        if (!_rows)
            Head();
        _rows = true;
        to.Write($"<tr><th scope=\"row\">{Isolated(cells[0])}</th>");
        for (var column = 1; column < cells.Count; column++)
            to.Write(
                $"<td{(_heads[column].EndsWith("(UTC)", StringComparison.Ordinal) ? " class=\"time\"" : "")}>{Isolated(cells[column])}</td>"
            );
        to.Write("</tr>\n");
    }

    public void EndTable()
    {
        if (_rows)
            to.Write("</tbody>\n</table>\n</div>\n");
        _rows = false;
    }

    private void Head()
    {
        var wide = _heads.Count > 4 ? " class=\"wide\"" : "";
        to.Write($"<div class=\"table-wrap\" role=\"group\" aria-label=\"{Text(_title)}\" tabindex=\"0\">\n<table{wide}>\n<thead><tr>");
        foreach (var head in _heads)
            to.Write($"<th scope=\"col\">{Text(head)}</th>");
        to.Write("</tr></thead>\n<tbody>\n");
    }

    private static string Colour(Verdict verdict) =>
        verdict switch
        {
            Verdict.Error => "#b3261e",
            Verdict.Drifted => "#8a5a00",
            Verdict.Stale => "#a1a1aa",
            Verdict.NeverSeen => "#c4c4cc",
            Verdict.Applying => "#3558a8",
            Verdict.Unsupported => "#8f8f99",
            Verdict.Excepted => "#8fa3cf",
            Verdict.Repaired => "#5a9a6f",
            _ => "#1f6f43",
        };

    // A name may have characters that turn the direction of what follows.
    private static string Isolated(string text) => $"<bdi>{Text(text)}</bdi>";

    private static string Text(string text) => XmlText.Of(text);
}
