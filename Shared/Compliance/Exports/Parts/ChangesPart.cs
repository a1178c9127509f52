using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>Every change of a verdict in the period, host by host.</summary>
public static class ChangesPart
{
    /// <summary>As lines of JSON.</summary>
    public static ExportPart Part { get; } =
        new(ExportNames.Changes, "every change of a verdict in the period, host by host")
        {
            Line = ExportJson.Default.ComplianceChange,
            Required = true,
            Check = Check,
        };

    private static void Check(ExportReading reading)
    {
        using var lines = reading.Lines(Part, ExportJson.Default.ComplianceChange);
        var last = (ComplianceChange?)null;
        while (!reading.Full && lines.Next() is { } change)
        {
            if (change is not { Host: not null, Reason: not null } || !Enum.IsDefined(change.Verdict) || change.Since > change.At)
            {
                lines.Problem("is not a change of a verdict");
                return;
            }
            if (change.At <= reading.Manifest.Parameters.Since || change.At > reading.Manifest.Parameters.AsOf)
                lines.Problem("is outside the period of the export");
            if (
                last is not null
                && (string.CompareOrdinal(change.Host, last.Host) is var order && (order < 0 || (order == 0 && change.At < last.At)))
            )
                lines.Problem("is not in order of host and time");
            if (last is not null && last.Host != change.Host)
                Latest(reading, last, lines.Row - 1);
            last = change;
        }
        if (lines.Broken)
            return;
        if (last is not null)
            Latest(reading, last, lines.Rows);
        lines.Finish();
    }

    /// <summary>The last change of a host is what its row says.</summary>
    private static void Latest(ExportReading reading, ComplianceChange change, int row)
    {
        if (!reading.Hosts.TryGetValue(change.Host, out var host))
            reading.Problem(ExportNames.Changes, row, "belongs to a host that is not in the export");
        else if (host != (change.Verdict, change.Reason, change.Since, ControlResults.Text(change.Controls)))
            reading.Problem(ExportNames.Changes, row, $"is the last change of its host, but {ExportNames.HostsJsonLines} says otherwise");
    }
}
