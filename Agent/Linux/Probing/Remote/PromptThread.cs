using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>A thread that wakes on time: what it measures lies milliseconds apart, on machines that have other work.</summary>
public static partial class PromptThread
{
    private const int SetTimerSlack = 29; // PR_SET_TIMERSLACK: the default rounds every wait up by 50 µs
    private const int FirstInFirstOut = 1; // SCHED_FIFO; refused without CAP_SYS_NICE; then more runs must be repeated

    /// <summary>Runs work on such a thread. It has the network namespace of the caller.</summary>
    public static Task<T> RunAsync<T>(Func<T> work)
    {
        var done = new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);
        new Thread(() =>
        {
            _ = Control(SetTimerSlack, 1);
            _ = Schedule(0, FirstInFirstOut, 1);
            try
            {
                done.SetResult(work());
            }
            catch (OperationCanceledException cancelled)
            {
                done.SetCanceled(cancelled.CancellationToken);
            }
            catch (Exception error)
            {
                done.SetException(error);
            }
        })
        {
            IsBackground = true,
            Name = "prompt",
        }.Start();
        return done.Task;
    }

    /// <summary>Sleeps this thread.</summary>
    public static void Pause(TimeSpan time) =>
        _ = Sleep(
            new TimeValue
            {
                Seconds = (nint)(time.Ticks / TimeSpan.TicksPerSecond),
                Nanoseconds = (nint)(time.Ticks % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick),
            },
            0
        );

    /// <summary>struct timespec of a 64-bit system.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct TimeValue
    {
        public nint Seconds;
        public nint Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int Sleep(in TimeValue time, nint left);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, ulong value);

    [LibraryImport("libc", EntryPoint = "sched_setscheduler")]
    private static partial int Schedule(int thread, int policy, in int priority);
}
