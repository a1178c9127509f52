using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Shared.Compliance.Exports.Parts;

/// <summary>The hosts, as lines of JSON and as the same rows in CSV. Both are read side by side.</summary>
public static class HostsPart
{
    private static readonly Verdict[] Verdicts = Enum.GetValues<Verdict>();

    /// <summary>As lines of JSON.</summary>
    public static ExportPart Lines { get; } =
        new(ExportNames.HostsJsonLines, "the hosts, one JSON value per line")
        {
            Line = ExportJson.Default.ComplianceHost,
            Required = true,
            Check = Check,
        };

    /// <summary>As CSV.</summary>
    public static ExportPart Table { get; } =
        new(ExportNames.HostsCsv, "the same hosts as a table; a cell that a spreadsheet would take for a formula begins with an apostrophe")
        {
            Columns = HostColumns.Names,
            FormerColumns = [HostColumns.FormerNames],
            Required = true,
        };

    private static void Check(ExportReading reading)
    {
        using var lines = reading.Lines(Lines, ExportJson.Default.ComplianceHost);
        using var table = reading.Table(Table);
        var sums = new Sums();
        var before = "";
        while (!reading.Full && lines.Next() is { } host)
        {
            if (
                host is not { Id: not null, Name: not null, Os: not null, Labels: not null, Reason: not null }
                || !Enum.IsDefined(host.Verdict)
                || host.Controls?.Values.All(Enum.IsDefined) == false
            )
            {
                lines.Problem("is not a host, or has an unknown verdict");
                return;
            }
            if (string.CompareOrdinal(host.Id, before) <= 0)
                lines.Problem("is not in order of id, or is a duplicate");
            if (host.Since > reading.Manifest.Parameters.AsOf || host.Enrolled > reading.Manifest.Parameters.AsOf)
                lines.Problem("has a time later than the export");
            before = host.Id;
            reading.Hosts[host.Id] = (host.Verdict, host.Reason, host.Since, ControlResults.Text(host.Controls));
            sums.Add(host);
            var cells = table.Next();
            if (cells is null)
                table.Problem("is missing");
            else if (!HostColumns.Of(host).Select(ExportCsv.Safe).SequenceEqual(cells, StringComparer.Ordinal))
                table.Problem($"differs from {ExportNames.HostsJsonLines} for host {ExportVerifier.Short(host.Name)}");
        }
        if (lines.Broken)
            return;
        if (!reading.Full && table.Next() is not null)
            table.Problem($"has no counterpart in {ExportNames.HostsJsonLines}");
        sums.Compare(reading, lines.Rows);
        lines.Finish();
        table.Finish(lines.Rows);
    }

    /// <summary>What the rows sum to, against what the manifest counts.</summary>
    private sealed class Sums
    {
        private readonly Dictionary<Verdict, int> _states = [];
        private readonly List<string> _silent = [];
        private readonly HashSet<(string?, int?, string?)> _digests = [];
        private readonly ControlCounts _controls = new();
        private int _withoutPolicy;

        public void Add(ComplianceHost host)
        {
            _states[host.Verdict] = _states.GetValueOrDefault(host.Verdict) + 1;
            _withoutPolicy += ComplianceEvaluator.RequiresNothing(host.Verdict, host.Reason) ? 1 : 0;
            if (host.Verdict is Verdict.Stale or Verdict.NeverSeen)
                _silent.Add(host.Id);
            _controls.Add(host.Controls);
            if (host.Policy is not null)
                _digests.Add((host.Policy, host.Revision, host.Digest));
        }

        public void Compare(ExportReading reading, int rows)
        {
            var manifest = reading.Manifest;
            if (rows != manifest.Counts.Matched)
                reading.Problem($"{ExportNames.HostsJsonLines} has {rows} hosts, but the manifest counts {manifest.Counts.Matched}");
            foreach (var verdict in Verdicts)
            {
                var (found, said) = (_states.GetValueOrDefault(verdict), manifest.Counts.States.GetValueOrDefault(verdict));
                if (found != said)
                    reading.Problem($"{found} rows are {verdict}, but the manifest counts {said}");
            }
            if (manifest.Counts.WithoutPolicy is { } without && without != _withoutPolicy)
                reading.Problem($"{_withoutPolicy} rows are Compliant without a policy, but the manifest counts {without}");
            var known = _controls.Counts;
            foreach (var (id, counts) in known)
            foreach (var (result, found) in counts)
                if (manifest.Counts.Controls?.GetValueOrDefault(id)?.GetValueOrDefault(result) is var said && said != found)
                    reading.Problem($"{found} rows have {result} for {ExportVerifier.Short(id)}, but the manifest counts {said ?? 0}");
            foreach (var id in manifest.Counts.Controls?.Keys ?? [])
                if (!known.ContainsKey(id))
                    reading.Problem($"no row has a result of {ExportVerifier.Short(id)}, but the manifest counts some");
            if (
                _silent.Count != manifest.Watermark.Silent
                || !_silent.Take(ExportWatermark.MostSilent).SequenceEqual(manifest.Watermark.SilentHosts, StringComparer.Ordinal)
            )
                reading.Problem(
                    $"{_silent.Count} rows had not reported, but the manifest names {manifest.Watermark.Silent}, or different hosts"
                );
            foreach (var (policy, revision, digest) in _digests)
                if (!manifest.Policies.Any(known => known.Policy == policy && known.Revision == revision && known.Digest == digest))
                    reading.Problem(
                        $"rows name {ExportVerifier.Short(policy ?? "")} revision {revision}, which the manifest does not list"
                    );
        }
    }
}
