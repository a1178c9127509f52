using System.Globalization;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>The columns of <see cref="ExportNames.HostsCsv"/>, each made from the same row's JSON.</summary>
public static class HostColumns
{
    internal const string Verdict = "verdict";

    /// <summary>The first line.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "host",
        "id",
        Verdict,
        "reason",
        "since_utc",
        "policy",
        "revision",
        "digest",
        "exception",
        "os",
        "os_name",
        "kernel",
        "agent",
        "labels",
        "enrolled_utc",
    ];

    /// <summary>The first line in an export of <see cref="ExportManifest.Version1"/>.</summary>
    public static IReadOnlyList<string> FormerNames { get; } = Former(Names);

    /// <summary>The cells of a host; empty where there is nothing.</summary>
    public static IReadOnlyList<string> Of(ComplianceHost host) =>
        [
            host.Name,
            host.Id,
            host.Verdict.ToString(),
            host.Reason,
            UtcInstantConverter.Text(host.Since),
            host.Policy ?? "",
            host.Revision?.ToString(CultureInfo.InvariantCulture) ?? "",
            host.Digest ?? "",
            host.Exception ?? "",
            host.Os,
            host.OsName,
            host.Kernel,
            host.AgentVersion,
            string.Join(' ', Labels(host)),
            UtcInstantConverter.Text(host.Enrolled),
        ];

    /// <summary>Columns with the word that the first format had for the verdict.</summary>
    internal static IReadOnlyList<string> Former(IReadOnlyList<string> names) =>
        [.. names.Select(name => name == Verdict ? "state" : name)];

    /// <summary>The host's labels as texts, in order of their keys.</summary>
    internal static IEnumerable<string> Labels(ComplianceHost host) =>
        host.Labels.OrderBy(label => label.Key, StringComparer.Ordinal).Select(label => $"{label.Key}:{label.Value}");
}
