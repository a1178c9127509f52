using System.Globalization;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>The columns of a change of a verdict, as a row of <see cref="ExportNames.Changes"/> with the host's name.</summary>
public static class ChangeColumns
{
    /// <summary>The heads.</summary>
    public static IReadOnlyList<string> Names { get; } =
    ["host", "id", "at_utc", "written_utc", HostColumns.Verdict, "reason", "since_utc", "policy", "revision", "digest", "exception"];

    /// <summary>The cells of a change; empty where there is nothing.</summary>
    /// <param name="change">The change.</param>
    /// <param name="host">Name of its host.</param>
    public static IReadOnlyList<string> Of(ComplianceChange change, string host) =>
        [
            host,
            change.Host,
            UtcInstantConverter.Text(change.At),
            UtcInstantConverter.Text(change.Written),
            change.Verdict.ToString(),
            change.Reason,
            UtcInstantConverter.Text(change.Since),
            change.Policy ?? "",
            change.Revision?.ToString(CultureInfo.InvariantCulture) ?? "",
            change.Digest ?? "",
            change.Exception ?? "",
        ];
}
