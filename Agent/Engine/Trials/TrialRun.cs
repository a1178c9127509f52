using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Trials;

/// <summary>One try of one window.</summary>
/// <param name="Window">Initial window that was set, segments.</param>
/// <param name="Times">From the request's departure to the last byte's arrival, of each connection.</param>
/// <param name="SegmentsAgain">Segments the server retransmitted, of all connections.</param>
/// <param name="Dropped">Packets that the path dropped on the way to the client.</param>
/// <param name="QueueHigh">The most packets that waited before the narrow link.</param>
/// <param name="HeldUp">The longest time by which this machine carried packets too late.</param>
/// <param name="First">What the path saw of the first connection.</param>
internal sealed record TrialRun(
    int Window,
    IReadOnlyList<TimeSpan> Times,
    int SegmentsAgain,
    long Dropped,
    int QueueHigh,
    TimeSpan HeldUp,
    CaptureArm First
);
