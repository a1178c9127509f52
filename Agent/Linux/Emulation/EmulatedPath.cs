using System.Diagnostics;
using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Probing.Remote;

namespace IwTune.Agent.Linux.Emulation;

/// <summary>
/// A path between two network namespaces, in user space because many kernels lack netem: two TUN interfaces and one thread that carries
/// packets from one to the other when they are due.
/// </summary>
public sealed partial class EmulatedPath : IDisposable
{
    // Sleeping wakes late by some tens of microseconds; the rest of the wait polls the clock.
    private static readonly long Watchful = Stopwatch.Frequency / 10_000;

    /// <summary>The limit ensures that the end is noticed, and that no longer delay by the machine goes unnoticed.</summary>
    private static readonly long LongestSleep = Stopwatch.Frequency / 1000;

    private readonly TunDevice _left;
    private readonly TunDevice _right;
    private readonly PathDirection _toRight;
    private readonly PathDirection _toLeft;
    private readonly Task _carrying;
    private long _heldUp;
    private volatile bool _ending;

    private EmulatedPath(TunDevice left, TunDevice right, PathDirection toRight, PathDirection toLeft)
    {
        (_left, _right, _toRight, _toLeft) = (left, right, toRight, toLeft);
        _carrying = PromptThread.RunAsync(Carry);
    }

    /// <summary>What happened to packets from left to right so far.</summary>
    public PathCounters ToRight => _toRight.Counters;

    /// <summary>What happened to packets from right to left so far.</summary>
    public PathCounters ToLeft => _toLeft.Counters;

    /// <summary>
    /// The longest time so far by which this machine ran the path's thread too late: packets may have waited that long, and a millisecond
    /// more, before the path saw them. Meanwhile the kernel's timers at both ends go on.
    /// </summary>
    public TimeSpan HeldUp => Stopwatch.GetElapsedTime(0, Interlocked.Read(ref _heldUp));

    /// <summary>Joins two interfaces, each made in its own namespace. They end with the path.</summary>
    /// <param name="left">One end.</param>
    /// <param name="right">The other end.</param>
    /// <param name="toRight">What happens to packets from left to right.</param>
    /// <param name="toLeft">What happens to packets from right to left.</param>
    /// <param name="seed">Decides jitter and reordering; the same seed decides the same for the same packets.</param>
    /// <param name="tap">Sees every TCP packet.</param>
    /// <exception cref="ArgumentException">A shape cannot be emulated; the text names every reason.</exception>
    public static EmulatedPath Join(
        TunDevice left,
        TunDevice right,
        PathShape toRight,
        PathShape toLeft,
        ulong seed = 1,
        PathTap? tap = null
    )
    {
        Check(toRight, nameof(toRight));
        Check(toLeft, nameof(toLeft));
        return new EmulatedPath(
            left,
            right,
            new PathDirection(toRight, PathWay.ToRight, seed, tap),
            new PathDirection(toLeft, PathWay.ToLeft, ~seed, tap)
        );
    }

    /// <summary>Gives a direction another shape. Packets on their way keep what they were given.</summary>
    /// <exception cref="ArgumentException">It cannot be emulated; the text names every reason.</exception>
    public void Reshape(PathWay way, PathShape shape)
    {
        Check(shape, nameof(shape));
        (way == PathWay.ToRight ? _toRight : _toLeft).Become(shape);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_ending)
            return;
        _ending = true;
        _carrying.Wait();
        _left.Dispose();
        _right.Dispose();
    }

    private static void Check(PathShape shape, string name)
    {
        if (shape.Problems() is { Count: > 0 } problems)
            throw new ArgumentException(string.Join("; ", problems), name);
    }

    private bool Carry()
    {
        Span<PollEntry> entries = [new() { Descriptor = _left.Descriptor }, new() { Descriptor = _right.Descriptor }];
        var buffer = new byte[HeldPacket.MaxBytes];
        var expected = Stopwatch.GetTimestamp();
        while (!_ending)
        {
            expected = Arrive(expected);
            Receive(_left, _toRight, buffer);
            Receive(_right, _toLeft, buffer);
            Release(_toRight, _right);
            Release(_toLeft, _left);
            var wait = Math.Min(Math.Min(_toRight.NextEvent, _toLeft.NextEvent) - Stopwatch.GetTimestamp() - Watchful, LongestSleep);
            if (wait <= 0)
                continue;
            // A full direction reads nothing: its readable end must not wake this thread again and again.
            entries[0].Events = Wanted(_toRight);
            entries[1].Events = Wanted(_toLeft);
            var time = new TimeSpec { Nanoseconds = (nint)(wait * (1_000_000_000 / Stopwatch.Frequency)) };
            expected = Arrive(expected) + wait;
            _ = Poll(entries, (nuint)entries.Length, time, 0);
        }
        return true;
    }

    /// <summary>Notes how late this is.</summary>
    /// <returns>The time.</returns>
    private long Arrive(long expected)
    {
        var now = Stopwatch.GetTimestamp();
        if (now - expected > _heldUp)
            Interlocked.Exchange(ref _heldUp, now - expected);
        return now;
    }

    private static short Wanted(PathDirection way) => way.Full ? (short)0 : (short)1;

    private static void Receive(TunDevice from, PathDirection way, Span<byte> buffer)
    {
        while (!way.Full && from.Read(buffer) is > 0 and var length)
            way.Offer(buffer[..length], Stopwatch.GetTimestamp());
    }

    private static void Release(PathDirection way, TunDevice to)
    {
        while (way.Take(Stopwatch.GetTimestamp()) is { } packet)
        {
            to.Write(packet.Bytes);
            way.GiveBack(packet);
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    private struct PollEntry
    {
        public int Descriptor;
        public short Events;
        public short Returned;
    }

    /// <summary>struct timespec of a 64-bit system.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }

    [LibraryImport("libc", EntryPoint = "ppoll")]
    private static partial int Poll(Span<PollEntry> entries, nuint count, in TimeSpec time, nint signals);
}
