using System.Globalization;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>The columns of <see cref="ExportNames.HostsCsv"/>, each made from the same row's JSON.</summary>
public static class HostColumns
{
    /// <summary>The first line.</summary>
    public static IReadOnlyList<string> Names { get; } =
    [
        "host",
        "id",
        "state",
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

    /// <summary>The host's labels as texts, in order of their keys.</summary>
    internal static IEnumerable<string> Labels(ComplianceHost host) =>
        host.Labels.OrderBy(label => label.Key, StringComparer.Ordinal).Select(label => $"{label.Key}:{label.Value}");
}
