using System.Threading.Channels;

namespace IwTune.Agent.Linux.SystemBus;

/// <summary>Between a connection's read loop, which never waits, and one subscriber.</summary>
internal static class SignalQueue
{
    /// <summary>A subscriber that is this many signals behind loses the oldest.</summary>
    public const int Longest = 256;

    public static Channel<BusSignal> Create() =>
        Channel.CreateBounded<BusSignal>(
            new BoundedChannelOptions(Longest) { FullMode = BoundedChannelFullMode.DropOldest, SingleReader = true }
        );
}
