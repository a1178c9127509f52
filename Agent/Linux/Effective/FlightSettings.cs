using System.Net;
using IwTune.Agent.Engine.Flights;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Probing;

namespace IwTune.Agent.Linux.Effective;

/// <summary>Everything beside a connection that decides its first flight, read from the kernel.</summary>
internal static class FlightSettings
{
    /// <param name="info">A connection that has sent nothing yet.</param>
    /// <param name="route">The row that serves it.</param>
    /// <param name="peer">Its other end.</param>
    /// <param name="program">What is known of programs that may set its window, as a sentence; empty when there are none.</param>
    public static FlightFacts Of(TcpInfo info, RouteMessage route, IPAddress peer, string program) =>
        new()
        {
            Cwnd = info.SendCwnd,
            Mss = info.SendMss,
            RouteCwnd = route.Window.InitCwnd,
            SynsSentAgain = info.TotalRetransmits,
            PeerWindow = info.PeerWindowBytes,
            SendBufferSegments = info.SendBufferBytes > 0 ? SendBufferRoom.Segments(info.SendBufferBytes, info.SendMss) : null,
            SendBufferNote = SendBufferRoom.Note(info.SendBufferBytes, info.PeerWindowBytes, info.SendMss),
            RouteLock = RouteLock.Of(route),
            Remembered = PeerMetrics.RememberedCwnd(peer),
            Program = program,
            Pacing = SocketPacing.Of(info.CongestionControl, info.PacingRate, LeavesByFairQueue(route)),
            Receive =
                route.Window.InitRwnd is { } segments && info.AdvertisedMss > 0 ? InitRwnd.Here().Of(segments, info.AdvertisedMss) : null,
        };

    /// <summary>What cannot be read is left out; the window itself does not depend on it.</summary>
    private static bool LeavesByFairQueue(RouteMessage route)
    {
        var leaves =
            route.OutInterface != 0 ? route.OutInterface
            : route.Nexthops.Count > 0 ? route.Nexthops[0].Interface
            : 0;
        try
        {
            using var netlink = NetlinkSocket.Open();
            return leaves != 0 && SocketPacing.IsFairQueue(netlink, leaves);
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            return false;
        }
    }
}
