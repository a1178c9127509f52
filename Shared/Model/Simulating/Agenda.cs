using System.Runtime.InteropServices;

namespace IwTune.Shared.Model.Simulating;

/// <summary>What will happen when; what is due at the same moment happens in the order it was noted.</summary>
internal sealed class Agenda
{
    private readonly PriorityQueue<Due, (double At, long Order)> _queue = new();
    private long _order;

    /// <summary>Seconds since the request left.</summary>
    public double Now { get; private set; }

    public void Note(double at, Due due) => _queue.Enqueue(due, (at, _order++));

    public bool TryNext(out Due due)
    {
        if (!_queue.TryDequeue(out due, out var when))
            return false;
        Now = when.At;
        return true;
    }
}

/// <summary>One thing to do.</summary>
/// <param name="What">What it is.</param>
/// <param name="Number">A segment's index, or the number of the timer's setting: an earlier one has no effect.</param>
/// <param name="Ack">What an acknowledgement says.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct Due(DueKind What, long Number, Acknowledgement? Ack = null);

internal enum DueKind
{
    Arrival,
    Acknowledgement,
    DelayedAck,
    Pace,
    Timer,
}

/// <summary>
/// Content of an acknowledgement: everything before <paramref name="Next"/> has arrived, and these segments arrived since the last one.
/// </summary>
internal sealed record Acknowledgement(int Next, List<int> Arrived, int Round);
