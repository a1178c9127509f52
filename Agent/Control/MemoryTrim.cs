namespace IwTune.Agent.Control;

/// <summary>
/// Gives back to the system what turns took: until the next, minutes or a month away, the daemon needs little. On a host whose routes
/// change all the time, doing so after every turn would cost as much as the turns: meanwhile their garbage is collected and its memory used
/// again. By itself the runtime would not collect it, because the objects of a turn live longer than its youngest generation.
/// </summary>
internal sealed class MemoryTrim : IDisposable
{
    private static readonly TimeSpan After = TimeSpan.FromSeconds(2);

    /// <summary>Freed memory that the runtime keeps for itself would otherwise grow as long as turns follow each other.</summary>
    private static readonly TimeSpan AtLatest = TimeSpan.FromSeconds(10);

    /// <summary>A turn over some hundred routes.</summary>
    private const long MuchGarbage = 2_000_000;

    private readonly Heap _heap;
    private readonly TimeProvider _clock;
    private readonly ITimer _timer;
    private long _kept;
    private long _first;

    /// <param name="heap">What is trimmed.</param>
    /// <param name="clock">Times it.</param>
    public MemoryTrim(Heap heap, TimeProvider clock)
    {
        (_heap, _clock) = (heap, clock);
        _timer = clock.CreateTimer(_ => GiveBack(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>A turn ended: memory is given back when no other follows within two seconds, and after ten at the latest.</summary>
    public void Turned()
    {
        var first = Interlocked.CompareExchange(ref _first, _clock.GetTimestamp(), 0);
        var left = first == 0 ? AtLatest : AtLatest - _clock.GetElapsedTime(first);
        _timer.Change(TimeSpan.FromTicks(Math.Clamp(left.Ticks, 0, After.Ticks)), Timeout.InfiniteTimeSpan);
        if (_heap.Bytes() - Volatile.Read(ref _kept) < MuchGarbage)
            return;
        _heap.Collect();
        Volatile.Write(ref _kept, _heap.Bytes());
    }

    public void Dispose() => _timer.Dispose();

    private void GiveBack()
    {
        Interlocked.Exchange(ref _first, 0);
        _heap.GiveBack();
        Volatile.Write(ref _kept, _heap.Bytes());
    }

    /// <summary>The managed heap.</summary>
    /// <param name="Bytes">How much of it is in use, garbage included.</param>
    /// <param name="Collect">Frees garbage for what comes.</param>
    /// <param name="GiveBack">Frees garbage and returns the memory to the system, which costs several times as much.</param>
    internal sealed record Heap(Func<long> Bytes, Action Collect, Action GiveBack)
    {
        /// <summary>This process's.</summary>
        public static Heap OfProcess { get; } =
            new(
                () => GC.GetTotalMemory(forceFullCollection: false),
                () => GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: false),
                () => GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive)
            );
    }
}
