using System.Diagnostics;
using System.Runtime.InteropServices;

namespace IwTune.Benchmarks.Measuring;

/// <summary>Several threads, all on one core, that repeat an action for a while.</summary>
internal static partial class Load
{
    /// <summary>The core for the measured program.</summary>
    public const int ServerCore = 0;

    /// <summary>The core for the measuring threads; the same one where there is no other.</summary>
    public static int ClientCore { get; } = Math.Min(1, Environment.ProcessorCount - 1);

    /// <returns>The total number of repetitions, and the exact duration.</returns>
    /// <exception cref="AggregateException">One of them failed.</exception>
    public static (long Count, TimeSpan Time) Run(TimeSpan time, IReadOnlyList<Action> actions)
    {
        var counts = new long[actions.Count];
        var failures = new List<Exception>();
        var clock = Stopwatch.StartNew();
        var threads = actions
            .Select(
                (action, i) =>
                    new Thread(() =>
                    {
                        var mask = 1ul << ClientCore;
                        _ = SetAffinity(0, sizeof(ulong), mask);
                        try
                        {
                            for (; clock.Elapsed < time; counts[i]++)
                                action();
                        }
                        catch (Exception error)
                        {
                            lock (failures)
                                failures.Add(error);
                        }
                    })
                    {
                        IsBackground = true,
                    }
            )
            .ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        return failures.Count == 0 ? (counts.Sum(), clock.Elapsed) : throw failures[0];
    }

    // pid 0 is the calling thread (sched_setaffinity(2)).
    [LibraryImport("libc", EntryPoint = "sched_setaffinity")]
    private static partial int SetAffinity(int pid, nuint size, in ulong mask);
}
