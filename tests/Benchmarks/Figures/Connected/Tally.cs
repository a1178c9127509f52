using System.Diagnostics;

namespace IwTune.Benchmarks.Figures.Connected;

/// <summary>What the connected hosts did, counted by all of them at once.</summary>
internal sealed class Tally
{
    private const int LongestSeconds = 6 * 60 * 60;

    private readonly long since = Stopwatch.GetTimestamp();
    private readonly int[] begun = new int[LongestSeconds];
    private readonly Lock hearing = new();
    private int waiting;
    private long unchanged,
        bundles,
        failed;
    private Publication? latest;

    /// <summary>Check-ins that have no answer yet.</summary>
    public int Waiting => Volatile.Read(ref waiting);

    /// <summary>Check-ins that were answered with nothing new.</summary>
    public long Unchanged => Interlocked.Read(ref unchanged);

    public long Bundles => Interlocked.Read(ref bundles);

    /// <summary>Check-ins that were refused, or ended without an answer.</summary>
    public long Failed => Interlocked.Read(ref failed);

    /// <summary>Whole seconds since the first host.</summary>
    public int Second => (int)Stopwatch.GetElapsedTime(since).TotalSeconds;

    /// <summary>Check-ins that began in each of these seconds; the end is excluded.</summary>
    public ReadOnlySpan<int> Begun(int from, int to) => begun.AsSpan(from, to - from);

    /// <summary>The times of the hosts that hold this revision are kept from now on.</summary>
    public Publication Expect(int revision)
    {
        lock (hearing)
            return latest = new(revision);
    }

    public void Begin()
    {
        Interlocked.Increment(ref begun[Second]);
        Interlocked.Increment(ref waiting);
    }

    public void End() => Interlocked.Decrement(ref waiting);

    public void Hear(int? revision)
    {
        Interlocked.Increment(ref bundles);
        lock (hearing)
        {
            if (latest is { } expected && expected.Revision == revision)
                expected.Add();
        }
    }

    public void HearNothingNew() => Interlocked.Increment(ref unchanged);

    public void Fail() => Interlocked.Increment(ref failed);
}

/// <summary>When hosts had a revision.</summary>
/// <param name="revision">Of the policy of every host.</param>
internal sealed class Publication(int revision)
{
    private readonly long since = Stopwatch.GetTimestamp();
    private readonly List<double> times = [];

    public int Revision => revision;

    /// <summary>Hosts that have it; a host counts each time it gets it.</summary>
    public int Count => times.Count;

    public void Add() => times.Add(Stopwatch.GetElapsedTime(since).TotalSeconds);

    /// <summary>Seconds from the request to publish it until this many had it; <see langword="null"/> when they do not.</summary>
    public double? Until(int hosts) => times.Count < hosts ? null : times[hosts - 1];
}
