using System.Diagnostics;

namespace IwTune.Swarm.Running;

/// <summary>How contents spread over a swarm: the number of hosts that report each content, and the time it took. Thread-safe.</summary>
public sealed class Publications
{
    private readonly Lock _gate = new();
    private readonly Dictionary<string, Spread> _spreads = new(StringComparer.Ordinal);

    /// <summary>The number of hosts that shares refer to.</summary>
    public int Hosts { get; set; }

    /// <summary>Called when half, and when 99 %, of the hosts hold a content.</summary>
    public Action<Spread, int> Reached { get; set; } = (_, _) => { };

    /// <summary>Every content that any host held, in order of first appearance.</summary>
    public IReadOnlyList<Spread> All
    {
        get
        {
            lock (_gate)
                return [.. _spreads.Values.OrderBy(spread => spread.First)];
        }
    }

    /// <summary>Hosts that currently report this content.</summary>
    public int Holding(string digest)
    {
        lock (_gate)
            return _spreads.TryGetValue(digest, out var spread) ? spread.Holding : 0;
    }

    internal void Moved(string? from, string? to)
    {
        Spread? spread = null;
        var percent = 0;
        lock (_gate)
        {
            if (from is not null && _spreads.TryGetValue(from, out var left))
                left.Holding--;
            if (to is null)
                return;
            if (!_spreads.TryGetValue(to, out spread))
                _spreads.Add(to, spread = new Spread(to, Stopwatch.GetTimestamp()));
            spread.Holding++;
            if (spread.Half is null && spread.Holding * 2 >= Hosts)
                (spread.Half, percent) = (Stopwatch.GetElapsedTime(spread.First), 50);
            if (spread.Nearly is null && spread.Holding * 100 >= Hosts * 99)
                (spread.Nearly, percent) = (Stopwatch.GetElapsedTime(spread.First), 99);
        }
        if (percent > 0)
            Reached(spread, percent);
    }
}

/// <summary>How one content spread.</summary>
/// <param name="Digest">The content's.</param>
/// <param name="First">When a host first reported it, as a stopwatch's timestamp.</param>
public sealed record Spread(string Digest, long First)
{
    /// <summary>Enough of the digest to distinguish contents.</summary>
    public string Name => Digest[(Digest.IndexOf(':', StringComparison.Ordinal) + 1)..][..8];

    /// <summary>Hosts that hold it now.</summary>
    public int Holding { get; internal set; }

    /// <summary>The time from the first host to half of them; <see langword="null"/> until then.</summary>
    public TimeSpan? Half { get; internal set; }

    /// <summary>The same for 99 %.</summary>
    public TimeSpan? Nearly { get; internal set; }
}
