using System.Diagnostics;
using System.Runtime.InteropServices;

namespace IwTune.Lab;

/// <summary>
/// A path with a constant delay each way between two namespaces, in user space because many kernels lack netem:
/// two TUN interfaces and one thread that carries packets from one to the other when they are due.
/// </summary>
public sealed partial class TunRelay : IDisposable
{
    // Sleeping wakes late by some tens of microseconds; the rest of the wait is spent looking at the clock.
    private static readonly long Watchful = Stopwatch.Frequency / 10_000;
    private readonly TunDevice left;
    private readonly TunDevice right;
    private readonly InFlight toLeft = new();
    private readonly InFlight toRight = new();
    private readonly long delay;
    private readonly Thread thread;
    private volatile bool ending;

    private TunRelay(TunDevice left, TunDevice right, TimeSpan oneWay)
    {
        (this.left, this.right) = (left, right);
        delay = (long)(oneWay.TotalSeconds * Stopwatch.Frequency);
        thread = new Thread(Carry) { IsBackground = true, Name = "relay" };
        thread.Start();
    }

    /// <summary>Joins two namespaces by interfaces of this name; each is made and up when this returns, without addresses.</summary>
    /// <param name="left">One end.</param>
    /// <param name="right">The other end.</param>
    /// <param name="link">The interface's name in both.</param>
    /// <param name="oneWay">Delay of each packet in either direction.</param>
    /// <param name="mtu">68..1500 bytes; 1492 gives seed E's segments of 1452 bytes.</param>
    public static TunRelay Join(NetNamespace left, NetNamespace right, string link, TimeSpan oneWay, int mtu = TunDevice.MaxPacket)
    {
        var ends = (TunDevice.Open(left, link), TunDevice.Open(right, link));
        foreach (var end in new[] { left, right })
        {
            end.Ip($"link set {link} mtu {mtu} up");
            // The default may be fq, which paces what the window allows.
            end.Exec("tc", "qdisc", "replace", "dev", link, "root", "pfifo", "limit", "1000");
        }
        return new(ends.Item1, ends.Item2, oneWay);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        ending = true;
        thread.Join();
        left.Dispose();
        right.Dispose();
    }

    private void Carry()
    {
        PromptTimers();
        Span<PollEntry> entries = [new() { Descriptor = left.Descriptor, Events = 1 }, new() { Descriptor = right.Descriptor, Events = 1 }];
        while (!ending)
        {
            Receive(left, toRight);
            Receive(right, toLeft);
            Release(toRight, right);
            Release(toLeft, left);
            // At most 50 ms, so that the end is seen.
            var wait = Math.Min(Math.Min(toLeft.NextDue, toRight.NextDue) - Stopwatch.GetTimestamp() - Watchful, Stopwatch.Frequency / 20);
            if (wait <= 0) continue;
            var time = new TimeSpec { Nanoseconds = wait * (1_000_000_000 / Stopwatch.Frequency) };
            _ = Poll(entries, 2, time, 0);
        }
    }

    private void Receive(TunDevice from, InFlight way)
    {
        while (!way.Full && from.Read(way.Slot) is > 0 and var length)
            way.Add(length, Stopwatch.GetTimestamp() + delay);
    }

    private static void Release(InFlight way, TunDevice to)
    {
        while (way.NextDue <= Stopwatch.GetTimestamp()) to.Write(way.Take());
    }

    private static void PromptTimers()
    {
        const int SetTimerSlack = 29; // linux/prctl.h; the default rounds every wait up by 50 µs
        const int FirstInFirstOut = 1; // SCHED_FIFO: nothing else may delay a packet, and between packets it sleeps
        const int ThisThread = 0;
        const int LowestRealTime = 1;
        _ = Control(SetTimerSlack, 1);
        _ = Schedule(ThisThread, FirstInFirstOut, LowestRealTime); // refused without CAP_SYS_NICE, and then only less exact under load
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct PollEntry
    {
        public int Descriptor;
        public short Events;
        public short Returned;
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public long Seconds;
        public long Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "ppoll")]
    private static partial int Poll(Span<PollEntry> entries, ulong count, in TimeSpec time, nint signals);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, ulong value);

    [LibraryImport("libc", EntryPoint = "sched_setscheduler")]
    private static partial int Schedule(int thread, int policy, in int priority);
}
