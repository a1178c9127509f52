using System.Text;
using System.Text.Json;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Formats;

/// <summary>A host's row as a Compliance Finding of the Open Cybersecurity Schema Framework, class 2003 (schema.ocsf.io).</summary>
public static class OcsfFinding
{
    /// <summary>The version of OCSF whose attributes these are.</summary>
    public const string Schema = "1.4.0";

    private const string Control = "initial-window";

    /// <summary>A line of JSON, without its end.</summary>
    /// <param name="host">The row.</param>
    /// <param name="asOf">The instant of its verdict.</param>
    /// <param name="catalog">The controls.</param>
    public static string Line(ComplianceHost host, DateTimeOffset asOf, ControlCatalog catalog)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes))
            Write(json, host, asOf, catalog);
        return Encoding.UTF8.GetString(bytes.GetBuffer(), 0, (int)bytes.Length);
    }

    private static void Write(Utf8JsonWriter json, ComplianceHost host, DateTimeOffset asOf, ControlCatalog catalog)
    {
        var (id, status) = ComplianceEvaluator.RequiresNothing(host.Verdict, host.Reason) ? (99, "NoPolicy") : Status(host.Verdict);
        var (severityId, severity) = Severity(host.Verdict);
        json.WriteStartObject();
        json.WriteNumber("activity_id", 1);
        json.WriteString("activity_name", "Create");
        json.WriteNumber("category_uid", 2);
        json.WriteString("category_name", "Findings");
        json.WriteNumber("class_uid", 2003);
        json.WriteString("class_name", "Compliance Finding");
        json.WriteNumber("type_uid", 200301);
        json.WriteString("type_name", "Compliance Finding: Create");
        json.WriteNumber("time", asOf.ToUnixTimeMilliseconds());
        json.WriteNumber("severity_id", severityId);
        json.WriteString("severity", severity);
        json.WriteString("message", host.Reason);
        json.WriteStartObject("metadata");
        json.WriteString("version", Schema);
        json.WriteStartObject("product");
        json.WriteString("name", "IwTune");
        json.WriteString("vendor_name", "IwTune");
        json.WriteEndObject();
        json.WriteEndObject();
        json.WriteStartObject("finding_info");
        json.WriteString("uid", $"{host.Id}:{Control}");
        json.WriteString("title", "The initial TCP window is as the policy requires");
        json.WriteNumber("first_seen_time", host.Since.ToUnixTimeMilliseconds());
        json.WriteEndObject();
        json.WriteStartObject("compliance");
        json.WriteString("control", Control);
        json.WriteStartArray("standards");
        json.WriteStringValue(host.Policy is null ? "IwTune" : $"IwTune policy {host.Policy} revision {host.Revision}");
        json.WriteEndArray();
        Requirements(json, host, catalog);
        json.WriteNumber("status_id", id);
        json.WriteString("status", status);
        json.WriteStartArray("status_details");
        json.WriteStringValue(host.Reason);
        json.WriteEndArray();
        json.WriteEndObject();
        Resource(json, host);
        json.WriteStartObject("unmapped");
        json.WriteString("verdict", host.Verdict.ToString());
        if (host.Digest is { } digest)
            json.WriteString("required_digest", digest);
        if (host.Exception is { } exception)
            json.WriteString("exception", exception);
        if (host.Controls is { } controls)
        {
            json.WriteStartObject("controls");
            foreach (var (control, result) in controls)
                json.WriteString(control, result.ToString());
            json.WriteEndObject();
        }
        json.WriteEndObject();
        json.WriteEndObject();
    }

    /// <summary>The clauses whose controls the host passes or fails.</summary>
    private static void Requirements(Utf8JsonWriter json, ComplianceHost host, ControlCatalog catalog)
    {
        var clauses = catalog
            .Controls.Where(control =>
                host.Controls?.TryGetValue(control.Id, out var result) == true && result is ControlResult.Pass or ControlResult.Fail
            )
            .SelectMany(control => control.Clauses)
            .Distinct()
            .ToList();
        if (clauses.Count == 0)
            return;
        json.WriteStartArray("requirements");
        foreach (var (standard, clause) in clauses)
            json.WriteStringValue($"{standard} {clause}");
        json.WriteEndArray();
    }

    private static void Resource(Utf8JsonWriter json, ComplianceHost host)
    {
        json.WriteStartArray("resources");
        json.WriteStartObject();
        json.WriteString("uid", host.Id);
        json.WriteString("name", host.Name);
        json.WriteString("type", "Host");
        json.WriteStartArray("labels");
        foreach (var label in Parts.HostColumns.Labels(host))
            json.WriteStringValue(label);
        json.WriteEndArray();
        json.WriteEndObject();
        json.WriteEndArray();
    }

    // A warning is OCSF's word for a check without a result, 99 for a status of the source's own.
    private static (int Id, string Name) Status(Verdict verdict) =>
        verdict switch
        {
            Verdict.Compliant or Verdict.Repaired => (1, "Pass"),
            Verdict.Drifted or Verdict.Error => (3, "Fail"),
            Verdict.Excepted or Verdict.Unsupported => (99, verdict.ToString()),
            _ => (2, "Warning"),
        };

    private static (int Id, string Name) Severity(Verdict verdict) =>
        verdict switch
        {
            Verdict.Error => (4, "High"),
            Verdict.Drifted => (3, "Medium"),
            Verdict.Stale or Verdict.NeverSeen => (2, "Low"),
            _ => (1, "Informational"),
        };
}
