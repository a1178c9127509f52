using IwTune.Shared.Compliance;
using IwTune.Shared.Compliance.Controls;
using IwTune.Shared.Compliance.Exports;

namespace IwTune.Server.Features.Compliance.Exports;

/// <summary>Counts what goes into an export while it passes.</summary>
internal sealed class ExportTally(ExportQuestion asked)
{
    private readonly Dictionary<Verdict, int> _states = Enum.GetValues<Verdict>()
        .OrderBy(verdict => verdict.ToString(), StringComparer.Ordinal)
        .ToDictionary(verdict => verdict, _ => 0);
    private readonly SortedSet<(string Policy, int Revision, string Digest)> _revisions = [];
    private readonly HashSet<string> _hosts = new(StringComparer.Ordinal);
    private readonly List<string> _silent = [];
    private readonly ControlCounts _controls = new();
    private int _fleet,
        _silentCount,
        _silentExcepted;

    public IReadOnlySet<string> Hosts => _hosts;

    /// <summary>Rows that are compliant only because no policy is assigned.</summary>
    public int Without { get; private set; }

    public IReadOnlyCollection<(string Policy, int Revision, string Digest)> Revisions => _revisions;

    public ExportCounts Counts =>
        new(_fleet, _hosts.Count, _fleet - _hosts.Count, _states)
        {
            Controls = _controls.Counts is { Count: > 0 } counts ? counts : null,
            WithoutPolicy = Without,
        };

    /// <returns>True when the host is a row of the export.</returns>
    public bool Add(HostThen host)
    {
        _fleet++;
        if (!asked.Filter.Selector.Matches(host))
            return false;
        _hosts.Add(host.Id);
        _states[host.Judged]++;
        _controls.Add(host.Results);
        Without += ComplianceEvaluator.RequiresNothing(host.Judged, host.Why) ? 1 : 0;
        if (host is { Policy.Length: > 0, Revision: { } revision, Digest: { } digest })
            _revisions.Add((host.Policy, (int)revision, digest));
        _silentExcepted += host.SilentExcepted ? 1 : 0;
        if (!host.Silent)
            return true;
        _silentCount++;
        if (_silent.Count < ExportWatermark.MostSilent)
            _silent.Add(host.Id);
        return true;
    }

    /// <param name="watermark">Of the instant.</param>
    /// <param name="deleted">What retention has deleted: the period of the changes may have begun earlier than the history.</param>
    public ExportWatermark Watermark(Watermark watermark, DeletedRecords deleted)
    {
        var sentence = watermark
            .Of(_fleet, _hosts.Count, _silentCount, _silentExcepted, watermark.Late.Count(_hosts.Contains), !asked.Filter.IsEverybody)
            .Sentence;
        if (watermark.DeletedBefore == 0 && asked.Since < deleted.HistoryBefore)
            sentence += $" Retention has deleted changes from before {DeletedRecords.Shown(deleted.HistoryBefore)}.";
        return new(watermark.CompleteUpTo, _silentCount, _silent, sentence);
    }
}
