using System.Collections.Concurrent;
using System.Diagnostics;

namespace IwTune.Swarm.Running;

/// <summary>The actions of a swarm's agents and their results, counted on the wire. Thread-safe.</summary>
public sealed class Counts
{
    private readonly ConcurrentDictionary<string, long> _errors = new(StringComparer.Ordinal);
    private long _checkIns,
        _bundles,
        _reports,
        _reportBytes;

    /// <summary>Check-ins that got an answer.</summary>
    public long CheckIns => Interlocked.Read(ref _checkIns);

    /// <summary>Those answered with a bundle.</summary>
    public long Bundles => Interlocked.Read(ref _bundles);

    /// <summary>Posts of report lines that were accepted.</summary>
    public long Reports => Interlocked.Read(ref _reports);

    /// <summary>Their bytes.</summary>
    public long ReportBytes => Interlocked.Read(ref _reportBytes);

    /// <summary>The failures, by kind: a status and its place, or the reason for a missing one.</summary>
    public IReadOnlyDictionary<string, long> Errors => _errors;

    /// <summary>The start of the count.</summary>
    public long Since { get; } = Stopwatch.GetTimestamp();

    internal void CheckedIn(bool bundle)
    {
        Interlocked.Increment(ref _checkIns);
        if (bundle)
            Interlocked.Increment(ref _bundles);
    }

    internal void Reported(long bytes)
    {
        Interlocked.Increment(ref _reports);
        Interlocked.Add(ref _reportBytes, bytes);
    }

    internal void Failed(string kind) => _errors.AddOrUpdate(kind, 1, (_, count) => count + 1);
}
