using IwTune.Agent.Engine.Passive;

namespace IwTune.Agent.Control;

/// <summary>
/// What a daemon cannot know of its process. Normally it is alone in it; in a simulated fleet two thousand daemons share one.
/// </summary>
public sealed record DaemonProcess
{
    /// <summary>A process with one daemon in it, on a host that it shares with programs of more importance.</summary>
    public static DaemonProcess Usual { get; } = new();

    /// <summary>Called after every turn; normally it gives memory back to the system.</summary>
    public Action AfterTurn { get; init; } = new MemoryTrim(MemoryTrim.Heap.OfProcess, TimeProvider.System).Turned;

    /// <summary>What stands between the daemon and the network; by default nothing.</summary>
    public Func<HttpMessageHandler, HttpMessageHandler> Wire { get; init; } = network => network;

    /// <summary>How often a summary of production connections is reported.</summary>
    public ReportPace Telling { get; init; } = ReportPace.Usual;
}
