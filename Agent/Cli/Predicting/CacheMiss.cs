using System.Runtime.InteropServices;
using IwTune.Shared.Model;

namespace IwTune.Agent.Cli.Predicting;

/// <summary>A cache that asks its origin for what it does not have, over a connection that is open and idle.</summary>
/// <param name="Rtt">Between cache and origin.</param>
/// <param name="Window">The origin's initial window, segments.</param>
[StructLayout(LayoutKind.Auto)]
internal readonly record struct CacheMiss(TimeSpan Rtt, int Window)
{
    /// <summary>From the cache's request to the last byte of the response at the cache.</summary>
    /// <param name="size">Of the response, bytes.</param>
    /// <param name="mss">Payload of a full segment, bytes; <see langword="null"/> for TCP's usual one.</param>
    public TimeSpan Fetch(long size, int? mss)
    {
        var usual = new Transfer
        {
            SizeBytes = size,
            Rtt = Rtt,
            InitCwnd = Window,
            HandshakeRounds = 0,
        };
        return SlowStart.Predict(usual with { Mss = mss ?? usual.Mss }).Fetch;
    }
}
