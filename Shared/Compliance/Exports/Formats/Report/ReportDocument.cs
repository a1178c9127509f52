using System.Globalization;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Compliance.Exports.Formats.Report;

/// <summary>The report, section by section. Server and verifier make it with the same calls, in the order of the members.</summary>
/// <param name="to">Where to.</param>
/// <param name="manifest">Its files, maker and time of making are not used.</param>
/// <param name="catalog">The controls.</param>
public sealed class ReportDocument(TextWriter to, ExportManifest manifest, ControlCatalog catalog)
{
    private const int MostAttention = 5_000,
        MostAppendix = 2_000;

    private readonly ReportHtml _html = new(to);
    private int _attention,
        _exceptions;

    /// <summary>Whether every host is listed: in a larger fleet the CSV is the list.</summary>
    public bool HasAppendix => manifest.Counts.Matched <= MostAppendix;

    /// <summary>Everything before the first list of hosts.</summary>
    public void Begin()
    {
        var (parameters, counts) = (manifest.Parameters, manifest.Counts);
        var good = VerdictWords.Compliant(counts.States);
        _html.Begin("Compliance of initial TCP windows");
        _html.Facts([
            ("As of", $"{Instant(parameters.AsOf)} UTC"),
            .. parameters.Known is { } known ? [("Known at", $"{Instant(known)} UTC")] : Array.Empty<(string, string)>(),
            ("Hosts", $"{Number(counts.Matched)} of {Number(counts.Fleet)}; {Number(counts.Excluded)} outside the filter"),
            ("Filter", parameters.Query.Length == 0 ? "none" : parameters.Query),
            ("Scope", manifest.Scope?.Hosts ?? "not stated"),
            ("Exceptions since", $"{Instant(parameters.Since)} UTC"),
            ("Completeness", manifest.Watermark.Sentence),
        ]);
        _html.Section("result", "Result");
        _html.Paragraph(
            $"{Number(good)} of {Number(counts.Matched)} {(counts.Matched == 1 ? "host" : "hosts")} were compliant"
                + $"{VerdictWords.WithoutPolicy(good, counts.WithoutPolicy ?? 0)}."
        );
        _html.Bar(counts.States);
        _html.Table(["Verdict", "Hosts", "Share", "Meaning"]);
        foreach (var words in VerdictWords.All)
        {
            var hosts = counts.States.GetValueOrDefault(words.Verdict);
            _html.Row([words.Word, Number(hosts), ShareText.Of(hosts, counts.Matched), words.Meaning]);
        }
        _html.EndTable();
        Controls();
        _html.Section("method", "Method");
        foreach (var paragraph in ReportMethod.Paragraphs)
            _html.Paragraph(paragraph);
        Policies();
        _html.Section("attention", "Hosts that are not compliant or fail a control");
        _html.Table(["Host", "Verdict", "Since (UTC)", "Fails", "Reason", "Policy"]);
    }

    /// <summary>A host of the first list, if it belongs there.</summary>
    public void Attention(ComplianceHost host)
    {
        var fails = string.Join(' ', ControlResults.Failed(host.Controls));
        if ((VerdictWords.IsCompliant(host.Verdict) && fails.Length == 0) || ++_attention > MostAttention)
            return;
        _html.Row([host.Name, VerdictWords.Of(host.Verdict).Word, Instant(host.Since), fails, host.Reason, PolicyOf(host)]);
    }

    /// <summary>Ends the first list.</summary>
    public void EndAttention()
    {
        _html.EndTable();
        if (_attention == 0)
            _html.Paragraph(
                manifest.Counts.Matched == 0 ? "There is no host in this export." : "All hosts are compliant, and none fails a control."
            );
        else if (_attention > MostAttention)
            _html.Paragraph(
                $"{Number(_attention - MostAttention)} more hosts belong here. {ExportNames.HostsJsonLines} in this export has them all."
            );
        _html.Section("exceptions", "Exceptions");
        _html.Table(["Hosts", "Reason", "Ticket", "Author", "Created (UTC)", "Approved", "Until (UTC)", "Ended"]);
    }

    /// <summary>An exception, by the columns of its CSV.</summary>
    public void Exception(IReadOnlyList<string> cells)
    {
        _exceptions++;
        // id, selector, reason, ticket, author, created_utc, until_utc, ended_utc, ended_by, ended_reason, approved_by, approved_utc, hosts
        var ended = cells[7].Length == 0 ? "" : $"{Instant(cells[7])} UTC by {Person(cells[8])}: {cells[9]}";
        var until = cells[6].Length == 0 ? "no end" : Instant(cells[6]);
        var approved = cells[11].Length == 0 ? "no" : $"{Instant(cells[11])} UTC by {Person(cells[10])}";
        var hosts = cells[12].Length == 0 ? cells[1] : cells[12];
        _html.Row([hosts, cells[2], cells[3], Person(cells[4]), Instant(cells[5]), approved, until, ended]);
    }

    /// <summary>Ends the list of exceptions, and begins that of all hosts.</summary>
    public void EndExceptions()
    {
        _html.EndTable();
        if (_exceptions == 0)
            _html.Paragraph("No exception was in force.");
        _html.Section("hosts", "Appendix: all hosts");
        if (HasAppendix)
            _html.Table(["Host", "Verdict", "Since (UTC)", "Policy", "System", "Kernel", "Agent", "Labels"]);
        else
            _html.Paragraph(
                $"{ExportNames.HostsCsv} in this export lists all {Number(manifest.Counts.Matched)} hosts with their verdicts and reasons."
            );
    }

    /// <summary>A host of the list of all hosts.</summary>
    public void Host(ComplianceHost host) =>
        _html.Row([
            host.Name,
            VerdictWords.Of(host.Verdict).Word,
            Instant(host.Since),
            PolicyOf(host),
            host.OsName.Length > 0 ? host.OsName : host.Os,
            host.Kernel,
            host.AgentVersion,
            string.Join(' ', Parts.HostColumns.Labels(host)),
        ]);

    /// <summary>Ends the report.</summary>
    public void End()
    {
        if (HasAppendix)
            _html.EndTable();
        _html.End();
    }

    private void Controls()
    {
        if (manifest.Counts.Controls is not { Count: > 0 } counts)
            return;
        _html.Section("controls", "Result by control");
        _html.Paragraph("The results are those of the hosts themselves: no exception changes them.");
        _html.Table(["Control", "Requirement", .. ControlWords.All.Select(words => words.Word)]);
        foreach (var control in catalog.Controls.Where(control => counts.ContainsKey(control.Id)))
            _html.Row([
                $"{control.Id} {control.Title}",
                control.Requirement,
                .. ControlWords.All.Select(words => Number(counts[control.Id].GetValueOrDefault(words.Result))),
            ]);
        _html.EndTable();
        _html.Section("clauses", "Clauses and corrections");
        _html.Table(["Control", "Clauses that it serves", "When a host fails it"]);
        foreach (var control in catalog.Controls)
            _html.Row([control.Id, control.ClausesText(), control.Fix]);
        _html.EndTable();
    }

    private void Policies()
    {
        _html.Section("policies", "Required policies");
        if (manifest.Policies.Count == 0)
        {
            _html.Paragraph("No policy was required of these hosts.");
            return;
        }
        _html.Table(["Policy", "Revision", "Document in this export", "Digest"]);
        foreach (var policy in manifest.Policies)
            _html.Row([policy.Policy, policy.Revision.ToString(CultureInfo.InvariantCulture), policy.File, policy.Digest]);
        _html.EndTable();
    }

    private string Person(string actor) => manifest.Format == ExportManifest.Version1 ? actor : Actors.Name(actor);

    private static string PolicyOf(ComplianceHost host) => host.Policy is null ? "none" : $"{host.Policy}\u00a0r{host.Revision}";

    private static string Number(int number) => number.ToString("#,0", CultureInfo.InvariantCulture);

    private static string Instant(DateTimeOffset at) => at.UtcDateTime.ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture);

    private static string Instant(string text) => UtcInstantConverter.Parse(text) is { } at ? Instant(at) : text;
}
