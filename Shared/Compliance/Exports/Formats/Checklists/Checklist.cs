using System.Globalization;
using System.Text.Json;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Formats.Checklists;

/// <summary>
/// The results of a host as a checklist of STIG Viewer 3 (CKLB 1.0). The format has no public schema: every field that STIG Viewer writes
/// is there, and empty where IwTune has nothing to say.
/// </summary>
internal static class Checklist
{
    private const string Guide = "Initial TCP windows",
        GuideId = "IwTune_controls";

    public static void Write(Stream to, ComplianceHost host, DateTimeOffset asOf, ControlCatalog catalog)
    {
        using var json = new Utf8JsonWriter(to);
        json.WriteStartObject();
        json.WriteString("title", $"{host.Name}: {Guide}");
        json.WriteString("id", StableId.Of("checklist", $"{host.Id} {UtcInstantConverter.Text(asOf)}"));
        json.WriteStartArray("stigs");
        Controls(json, host, asOf, catalog);
        json.WriteEndArray();
        json.WriteBoolean("active", true);
        json.WriteNumber("mode", 2);
        json.WriteBoolean("has_path", false);
        Target(json, host, asOf);
        json.WriteString("cklb_version", "1.0");
        json.WriteEndObject();
    }

    private static void Controls(Utf8JsonWriter json, ComplianceHost host, DateTimeOffset asOf, ControlCatalog catalog)
    {
        var guide = StableId.Of("guide", GuideId);
        json.WriteStartObject();
        json.WriteString("stig_name", Guide);
        json.WriteString("display_name", Guide);
        json.WriteString("stig_id", GuideId);
        json.WriteString(
            "release_info",
            $"Release: 1 Benchmark Date: {asOf.UtcDateTime.ToString("dd MMM yyyy", CultureInfo.InvariantCulture)}"
        );
        json.WriteString("version", "1");
        json.WriteString("uuid", guide);
        json.WriteString("reference_identifier", "");
        json.WriteNumber("size", catalog.Controls.Count);
        json.WriteStartArray("rules");
        foreach (var control in catalog.Controls)
            Rule(json, host, control, guide);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Rule(Utf8JsonWriter json, ComplianceHost host, CatalogControl control, Guid guide)
    {
        var result = host.Controls?.TryGetValue(control.Id, out var known) == true ? known : ControlResult.NotChecked;
        json.WriteStartObject();
        json.WriteString("group_id_src", control.Id);
        json.WriteStartArray("group_tree");
        json.WriteStartObject();
        json.WriteString("id", control.Id);
        json.WriteString("title", control.Title);
        json.WriteString("description", control.ClausesText());
        json.WriteEndObject();
        json.WriteEndArray();
        json.WriteString("group_id", control.Id);
        json.WriteString("severity", "medium");
        json.WriteString("group_title", control.Title);
        json.WriteString("rule_id_src", control.Id);
        json.WriteString("rule_id", control.Id);
        json.WriteString("rule_version", control.Id);
        json.WriteString("rule_title", control.Requirement);
        json.WriteString("fix_text", control.Fix);
        json.WriteString("weight", "10.0");
        json.WriteString("check_content", $"IwTune judges it: {control.Requirement}");
        json.WriteStartObject("check_content_ref");
        json.WriteString("href", "");
        json.WriteString("name", "M");
        json.WriteEndObject();
        json.WriteString("classification", "Unclassified");
        json.WriteString("discussion", control.ClausesText());
        foreach (var name in (string[])["false_positives", "false_negatives"])
            json.WriteString(name, "");
        json.WriteString("documentable", "false");
        foreach (
            var name in (string[])
                [
                    "security_override_guidance",
                    "potential_impacts",
                    "third_party_tools",
                    "ia_controls",
                    "responsibility",
                    "mitigations",
                    "mitigation_control",
                ]
        )
            json.WriteString(name, "");
        foreach (var name in (string[])["legacy_ids", "ccis"])
        {
            json.WriteStartArray(name);
            json.WriteEndArray();
        }
        json.WriteString("reference_identifier", "");
        json.WriteString("uuid", StableId.Of("rule", control.Id));
        json.WriteString("stig_uuid", guide);
        json.WriteString("status", Status(result));
        json.WriteStartObject("overrides");
        json.WriteEndObject();
        var excepted = result == ControlResult.Fail && host.Verdict == Verdict.Excepted;
        json.WriteString("comments", excepted ? $"Exception: {host.Exception}" : "");
        json.WriteString("finding_details", $"{ControlWords.Of(result)}. {host.Verdict}: {host.Reason}");
        json.WriteEndObject();
    }

    private static void Target(Utf8JsonWriter json, ComplianceHost host, DateTimeOffset asOf)
    {
        json.WriteStartObject("target_data");
        json.WriteString("target_type", "Computing");
        json.WriteString("host_name", host.Name);
        foreach (var name in (string[])["ip_address", "mac_address"])
            json.WriteString(name, "");
        json.WriteString("fqdn", host.Name.Contains('.', StringComparison.Ordinal) ? host.Name : "");
        json.WriteString("comments", $"IwTune host {host.Id} as of {UtcInstantConverter.Text(asOf)}");
        json.WriteString("role", "None");
        json.WriteBoolean("is_web_database", false);
        json.WriteString("technology_area", "");
        foreach (var name in (string[])["web_db_site", "web_db_instance"])
            json.WriteString(name, "");
        json.WriteNull("classification");
        json.WriteEndObject();
    }

    private static string Status(ControlResult result) =>
        result switch
        {
            ControlResult.Pass => "not_a_finding",
            ControlResult.Fail => "open",
            ControlResult.NotApplicable => "not_applicable",
            _ => "not_reviewed",
        };
}
