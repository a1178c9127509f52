using IwTune.Shared.Fleet.Audit;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>
/// Whether exports belong to one audit log: each states where the log stood when it was made, and the log records each with its SHA-256.
/// Between two exports that fit, no entry was changed, removed or added later. Fed with a copy of the log.
/// </summary>
/// <param name="exports">Intact exports.</param>
public sealed class ExportsInLog(IReadOnlyList<ExportInLog> exports)
{
    private readonly HashSet<long> _positions = [.. exports.Select(export => export.Position.Number)];
    private readonly HashSet<string> _subjects = [.. exports.Select(Subject)];
    private readonly Dictionary<long, string> _hashes = [];
    private readonly Dictionary<string, long> _records = new(StringComparer.Ordinal);
    private AuditTrail? _begins;
    private long _last;

    /// <summary>What the copy begins with.</summary>
    public void Begins(AuditTrail trail) => (_begins, _hashes[trail.After]) = (trail, trail.Previous);

    /// <summary>An entry that fits the chain.</summary>
    public void Take(AuditEntry entry)
    {
        _last = entry.Number;
        if (_positions.Contains(entry.Number))
            _hashes[entry.Number] = entry.Hash;
        if (_subjects.Contains(entry.Subject))
            _records.TryAdd(entry.Subject, entry.Number);
    }

    /// <summary>The entry that records an export; <see langword="null"/> for none.</summary>
    public long? RecordOf(ExportInLog export) => _records.TryGetValue(Subject(export), out var number) ? number : null;

    /// <summary>Everything that does not fit, one sentence each.</summary>
    public IReadOnlyList<string> Problems() => [.. exports.SelectMany(Problems)];

    private static string Subject(ExportInLog export) => $"export:{export.Sha256}";

    private IEnumerable<string> Problems(ExportInLog export)
    {
        var (name, at) = (export.Name, export.Position);
        if (at.Number < (_begins?.After ?? 0))
        {
            yield return $"{name} was made after entry {at.Number}, and the copy of the audit log begins after entry {_begins!.After}: get "
                + $"it from there, with 'iwtune fleet audit export --after {Math.Max(0, at.Number - 1)}'";
            yield break;
        }
        if (at.Number > _last)
        {
            yield return $"{name} was made after entry {at.Number}, and the copy of the audit log ends at entry {_last}: get a newer copy, "
                + "or the end of the log was cut off";
            yield break;
        }
        if (at.Number > 0 && _hashes[at.Number] != at.Hash)
            yield return $"{name} was made from another audit log: its entry {at.Number} has another hash";
        else if (RecordOf(export) is not { } record)
            yield return $"{name} is recorded nowhere in the audit log: no entry after {at.Number} names its SHA-256 {export.Sha256}";
        else if (record <= at.Number)
            yield return $"{name} says that it was made after entry {at.Number}, but entry {record} records it";
    }
}

/// <summary>An export whose place in an audit log is sought.</summary>
/// <param name="Name">What people call it.</param>
/// <param name="Sha256">Of the zip, lower-case hex.</param>
/// <param name="Position">Where it says that the log stood.</param>
public sealed record ExportInLog(string Name, string Sha256, ExportAudit Position);
