using IwTune.Shared.Compliance.Exports.Parts;

namespace IwTune.Shared.Compliance.Exports.Formats;

/// <summary>The hosts as findings that a SIEM reads.</summary>
public static class OcsfPart
{
    /// <summary>As lines of JSON.</summary>
    public static ExportPart Part { get; } =
        new("findings.ocsf.jsonl", $"the same hosts as OCSF {OcsfFinding.Schema} compliance findings, for a SIEM")
        {
            Optional = true,
            Check = Check,
        };

    private static void Check(ExportReading reading)
    {
        using var findings = reading.Texts(Part);
        using var hosts = reading.Lines(HostsPart.Lines, ExportJson.Default.ComplianceHost);
        while (!reading.Full && hosts.Next() is { } host)
            if (findings.Next() is not { } finding)
                findings.Problem("is missing");
            else if (finding != OcsfFinding.Line(host, reading.Manifest.Parameters.AsOf, reading.Catalog))
                findings.Problem($"is not the finding of host {ExportVerifier.Short(host.Name)} in {ExportNames.HostsJsonLines}");
        if (!reading.Full && findings.Next() is not null)
            findings.Problem($"has no counterpart in {ExportNames.HostsJsonLines}");
        findings.Finish(hosts.Rows);
    }
}
