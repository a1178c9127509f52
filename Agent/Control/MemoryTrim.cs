namespace IwTune.Agent.Control;

/// <summary>
/// Gives back to the system what turns took: until the next, minutes or a month away, the daemon needs little. On a host whose routes
/// change all the time, doing so after every turn would cost as much as the turns: meanwhile their garbage is collected and its memory used
/// again. By itself the runtime would not collect it, because the objects of a turn live longer than its youngest generation.
/// </summary>
internal sealed class MemoryTrim : IDisposable
{
    private static readonly TimeSpan After = TimeSpan.FromSeconds(2);

    /// <summary>A turn over some hundred routes.</summary>
    private const long MuchGarbage = 2_000_000;

    private readonly Heap _heap;
    private readonly ITimer _timer;
    private long _kept;

    /// <param name="heap">What is trimmed.</param>
    /// <param name="clock">Times it.</param>
    public MemoryTrim(Heap heap, TimeProvider clock)
    {
        _heap = heap;
        _timer = clock.CreateTimer(_ => GiveBack(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>A turn ended: memory is given back when no other follows within two seconds.</summary>
    public void Turned()
    {
        _timer.Change(After, Timeout.InfiniteTimeSpan);
        if (_heap.Bytes() - Volatile.Read(ref _kept) < MuchGarbage)
            return;
        _heap.Collect();
        Volatile.Write(ref _kept, _heap.Bytes());
    }

    public void Dispose() => _timer.Dispose();

    private void GiveBack()
    {
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
