using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Compliance.Exports.Parts;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Formats.Workbook;

/// <summary>The sheets of an export's workbook, in their order. Server and verifier make it with the same calls.</summary>
/// <param name="open">Opens a file of the workbook's zip.</param>
/// <param name="manifest">Its files, maker and time of making are not used.</param>
/// <param name="catalog">The controls.</param>
public sealed class ReportWorkbook(Func<string, Stream> open, ExportManifest manifest, ControlCatalog catalog)
{
    /// <summary>Every host, with the result of each control.</summary>
    public WorkbookSheet Hosts { get; } =
        new("Hosts", [.. HostsPart.Table.ColumnsOf(manifest), .. catalog.Controls.Select(control => control.Id)]);

    /// <summary>The exceptions of the period.</summary>
    public WorkbookSheet Exceptions { get; } = new("Exceptions", ExceptionsPart.Part.ColumnsOf(manifest));

    /// <summary>What changed in the period.</summary>
    public WorkbookSheet Changes { get; } =
        new("Changes", manifest.Format == ExportManifest.Version1 ? HostColumns.Former(ChangeColumns.Names) : ChangeColumns.Names);

    private readonly WorkbookWriter _writer = new(open);
    private readonly Dictionary<string, string> _names = new(StringComparer.Ordinal);

    /// <summary>The first sheets: what the manifest says, and the controls.</summary>
    public void Summary()
    {
        var (parameters, counts) = (manifest.Parameters, manifest.Counts);
        _writer.Begin(new("Summary", ["item", "value"]));
        Item("As of (UTC)", WorkbookCell.Instant(parameters.AsOf));
        if (parameters.Known is { } known)
            Item("Known at (UTC)", WorkbookCell.Instant(known));
        Item("Changes since (UTC)", WorkbookCell.Instant(parameters.Since));
        Item("Scope", WorkbookCell.Of(manifest.Scope?.Hosts ?? ""));
        Item("Filter", WorkbookCell.Of(parameters.Query.Length == 0 ? "all hosts" : parameters.Query));
        Item("Hosts in this export", WorkbookCell.Number(counts.Matched));
        Item("Hosts outside the filter", WorkbookCell.Number(counts.Excluded));
        Item("Completeness", WorkbookCell.Of(manifest.Watermark.Sentence));
        foreach (var (verdict, hosts) in counts.States.OrderBy(state => state.Key.ToString(), StringComparer.Ordinal))
            Item($"{verdict} hosts", WorkbookCell.Number(hosts));
        if (counts.WithoutPolicy is { } without)
            Item("Compliant hosts without a policy", WorkbookCell.Number(without));
        foreach (var policy in manifest.Policies)
            Item("Required policy", WorkbookCell.Of($"{policy.Policy} revision {policy.Revision}"));
        if (catalog.Controls.Count > 0)
            Controls();
        _writer.End();
    }

    /// <summary>Begins a sheet; the one before it ends.</summary>
    public void Begin(WorkbookSheet sheet) => _writer.Begin(sheet);

    /// <summary>A row of <see cref="Hosts"/>.</summary>
    public void Host(ComplianceHost host)
    {
        _names[host.Id] = host.Name;
        _writer.Row([
            .. HostColumns.Of(host),
            .. catalog.Controls.Select(control =>
                host.Controls?.TryGetValue(control.Id, out var result) == true ? ControlWords.Of(result) : ""
            ),
        ]);
    }

    /// <summary>A row of <see cref="Exceptions"/>, as its columns name the texts.</summary>
    public void Exception(IReadOnlyList<string> cells) => _writer.Row([.. cells.Take(Exceptions.Columns.Count)]);

    /// <summary>A row of <see cref="Changes"/>.</summary>
    public void Change(ComplianceChange change) => _writer.Row(ChangeColumns.Of(change, _names.GetValueOrDefault(change.Host, "")));

    /// <summary>Ends the last sheet and writes what describes them.</summary>
    public void Finish() => _writer.Finish();

    private void Controls()
    {
        _writer.Begin(
            new("Controls", ["control", "title", "requirement", .. ControlWords.All.Select(words => words.Word), "clauses", "correction"])
        );
        foreach (var control in catalog.Controls)
            _writer.Row([
                WorkbookCell.Of(control.Id),
                WorkbookCell.Of(control.Title),
                WorkbookCell.Of(control.Requirement),
                .. ControlWords.All.Select(words =>
                    WorkbookCell.Number(manifest.Counts.Controls?.GetValueOrDefault(control.Id)?.GetValueOrDefault(words.Result) ?? 0)
                ),
                WorkbookCell.Of(control.ClausesText()),
                WorkbookCell.Of(control.Fix),
            ]);
    }

    private void Item(string name, WorkbookCell value) => _writer.Row([WorkbookCell.Of(name), value]);
}
