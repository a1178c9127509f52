using System.Text.Json;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Formats.Oscal;

/// <summary>Assessment results, part by part. Server and verifier make them with the same calls, in the order of the members.</summary>
/// <param name="to">Where to.</param>
/// <param name="manifest">Its files, maker and time of making are not used.</param>
/// <param name="catalog">The controls.</param>
public sealed class OscalDocument(Stream to, ExportManifest manifest, ControlCatalog catalog) : IDisposable
{
    /// <summary>The version of OSCAL that the document states; it fits the schema of 1.2 too.</summary>
    public const string Version = "1.1.3";

    private const string Plan = "plan",
        Host = "host",
        Namespace = "urn:iwtune:oscal";

    // Written away as soon as a host is, since a document of 100,000 hosts is 100 MB.
    private const int Most = 1 << 16;

    private readonly Utf8JsonWriter _json = new(to);
    private readonly Dictionary<string, List<Guid>> _failing = new(StringComparer.Ordinal);
    private readonly string _at = UtcInstantConverter.Text(manifest.Parameters.AsOf);
    private readonly string _which =
        $"{UtcInstantConverter.Text(manifest.Parameters.AsOf)} {manifest.Parameters.Query} {manifest.Scope?.Hosts}";

    /// <summary>Everything before the hosts.</summary>
    public void Begin()
    {
        _json.WriteStartObject();
        _json.WriteStartObject("assessment-results");
        Id("results", _which);
        _json.WriteStartObject("metadata");
        _json.WriteString("title", "Compliance of initial TCP windows");
        _json.WriteString("last-modified", _at);
        _json.WriteString("version", "1");
        _json.WriteString("oscal-version", Version);
        _json.WriteEndObject();
        _json.WriteStartObject("import-ap");
        _json.WriteString("href", $"#{StableId.Of(Plan, "")}");
        _json.WriteEndObject();
        Objectives();
        _json.WriteStartArray("results");
        _json.WriteStartObject();
        Id("result", _which);
        _json.WriteString("title", $"Hosts as of {_at}");
        _json.WriteString("description", manifest.Watermark.Sentence);
        _json.WriteString("start", UtcInstantConverter.Text(manifest.Parameters.Since));
        _json.WriteString("end", _at);
        if (manifest.Counts.Matched == 0)
            return;
        _json.WriteStartObject("local-definitions");
        _json.WriteStartArray("inventory-items");
    }

    /// <summary>A host, as what was assessed.</summary>
    public void Inventory(ComplianceHost host)
    {
        _json.WriteStartObject();
        Id(Host, host.Id);
        _json.WriteString("description", host.Name);
        _json.WriteStartArray("props");
        Property("asset-id", host.Id, null);
        if (IsValue(host.OsName))
            Property("os-name", host.OsName, null);
        if (IsValue(host.AgentVersion))
            Property("agent-version", host.AgentVersion, Namespace);
        _json.WriteEndArray();
        _json.WriteEndObject();
        Flush();
    }

    /// <summary>Ends the hosts, and begins what was seen of them.</summary>
    public void EndInventory()
    {
        if (manifest.Counts.Matched > 0)
        {
            _json.WriteEndArray();
            _json.WriteEndObject();
        }
        _json.WriteStartObject("reviewed-controls");
        _json.WriteStartArray("control-selections");
        _json.WriteStartObject();
        if (catalog.Controls.Count == 0)
        {
            _json.WriteStartObject("include-all");
            _json.WriteEndObject();
        }
        else
        {
            _json.WriteStartArray("include-controls");
            foreach (var control in catalog.Controls)
            {
                _json.WriteStartObject();
                _json.WriteString("control-id", control.Id);
                _json.WriteEndObject();
            }
            _json.WriteEndArray();
        }
        _json.WriteEndObject();
        _json.WriteEndArray();
        _json.WriteEndObject();
        if (manifest.Counts.Matched > 0)
            _json.WriteStartArray("observations");
    }

    /// <summary>The results of a host.</summary>
    public void Observation(ComplianceHost host)
    {
        var id = StableId.Of("observation", $"{_which} {host.Id}");
        _json.WriteStartObject();
        _json.WriteString("uuid", id);
        _json.WriteString("description", $"{host.Verdict}: {host.Reason}");
        _json.WriteStartArray("props");
        Property("verdict", host.Verdict.ToString(), Namespace);
        foreach (var (control, result) in host.Controls ?? new Dictionary<string, ControlResult>())
        {
            Property(control, result.ToString(), Namespace);
            if (result != ControlResult.Fail)
                continue;
            if (!_failing.TryGetValue(control, out var failing))
                _failing[control] = failing = [];
            failing.Add(id);
        }
        _json.WriteEndArray();
        _json.WriteStartArray("methods");
        _json.WriteStringValue("TEST");
        _json.WriteEndArray();
        _json.WriteStartArray("subjects");
        _json.WriteStartObject();
        _json.WriteString("subject-uuid", StableId.Of(Host, host.Id));
        _json.WriteString("type", "inventory-item");
        _json.WriteEndObject();
        _json.WriteEndArray();
        _json.WriteString("collected", _at);
        if (host.Exception is { Length: > 0 } exception)
            _json.WriteString("remarks", $"Exception: {exception}");
        _json.WriteEndObject();
        Flush();
    }

    /// <summary>The findings, and the end of the document.</summary>
    public void End()
    {
        if (manifest.Counts.Matched > 0)
            _json.WriteEndArray();
        if (catalog.Controls.Count > 0)
        {
            _json.WriteStartArray("findings");
            foreach (var control in catalog.Controls)
                Finding(control);
            _json.WriteEndArray();
        }
        _json.WriteEndObject();
        _json.WriteEndArray();
        _json.WriteStartObject("back-matter");
        _json.WriteStartArray("resources");
        _json.WriteStartObject();
        Id(Plan, "");
        _json.WriteString("title", "The controls and their clauses, and how they are judged");
        _json.WriteStartArray("rlinks");
        _json.WriteStartObject();
        _json.WriteString("href", Parts.ControlsPart.Part.Name);
        _json.WriteEndObject();
        _json.WriteEndArray();
        _json.WriteEndObject();
        _json.WriteEndArray();
        _json.WriteEndObject();
        _json.WriteEndObject();
        _json.WriteEndObject();
        _json.Flush();
    }

    /// <inheritdoc/>
    public void Dispose() => _json.Dispose();

    private void Objectives()
    {
        if (catalog.Controls.Count == 0)
            return;
        _json.WriteStartObject("local-definitions");
        _json.WriteStartArray("objectives-and-methods");
        foreach (var control in catalog.Controls)
        {
            _json.WriteStartObject();
            _json.WriteString("control-id", control.Id);
            _json.WriteString("description", control.ClausesText());
            _json.WriteStartArray("parts");
            _json.WriteStartObject();
            _json.WriteString("id", Objective(control));
            _json.WriteString("name", "assessment-objective");
            _json.WriteString("title", control.Title);
            _json.WriteString("prose", control.Requirement);
            _json.WriteEndObject();
            _json.WriteEndArray();
            _json.WriteString("remarks", control.Fix);
            _json.WriteEndObject();
        }
        _json.WriteEndArray();
        _json.WriteEndObject();
    }

    /// <summary>
    /// A control is satisfied when a host passes it and so does every other one that it applies to: without a result there is no evidence.
    /// </summary>
    private void Finding(CatalogControl control)
    {
        var counts = manifest.Counts.Controls?.GetValueOrDefault(control.Id);
        int Of(ControlResult result) => counts?.GetValueOrDefault(result) ?? 0;
        var (passing, failing) = (Of(ControlResult.Pass), Of(ControlResult.Fail));
        var without = manifest.Counts.Matched - passing - failing - Of(ControlResult.NotApplicable);
        var satisfied = passing > 0 && failing == 0 && without == 0;
        _json.WriteStartObject();
        Id("finding", $"{_which} {control.Id}");
        _json.WriteString("title", control.Title);
        _json.WriteString(
            "description",
            $"Hosts: {passing} pass, {failing} fail, {without} without a result, of {manifest.Counts.Matched}."
        );
        _json.WriteStartArray("props");
        foreach (var words in ControlWords.All)
            Property(words.Result.ToString(), $"{Of(words.Result)}", Namespace);
        _json.WriteEndArray();
        _json.WriteStartObject("target");
        _json.WriteString("type", "objective-id");
        _json.WriteString("target-id", Objective(control));
        _json.WriteStartObject("status");
        _json.WriteString("state", satisfied ? "satisfied" : "not-satisfied");
        _json.WriteString(
            "reason",
            failing > 0 ? "fail"
                : satisfied ? "pass"
                : "other"
        );
        _json.WriteEndObject();
        _json.WriteEndObject();
        if (_failing.TryGetValue(control.Id, out var hosts))
        {
            _json.WriteStartArray("related-observations");
            foreach (var host in hosts)
            {
                _json.WriteStartObject();
                _json.WriteString("observation-uuid", host);
                _json.WriteEndObject();
            }
            _json.WriteEndArray();
        }
        _json.WriteEndObject();
        Flush();
    }

    private void Id(string kind, string name) => _json.WriteString("uuid", StableId.Of(kind, name));

    private void Property(string name, string value, string? ns)
    {
        _json.WriteStartObject();
        _json.WriteString("name", name);
        if (ns is not null)
            _json.WriteString("ns", ns);
        _json.WriteString("value", value);
        _json.WriteEndObject();
    }

    private void Flush()
    {
        if (_json.BytesPending > Most)
            _json.Flush();
    }

    private static string Objective(CatalogControl control) => $"{control.Id}.objective";

    /// <summary>OSCAL's values are one line without space around it.</summary>
    private static bool IsValue(string text) => text.Length > 0 && text.Trim() == text && !text.Any(char.IsControl);
}
