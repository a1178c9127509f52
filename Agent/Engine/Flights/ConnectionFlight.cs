using IwTune.Agent.Ports;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Flights;

/// <summary>The first flight of a production connection, as far as observations show it.</summary>
/// <param name="Segments">Its initial window: as seen before it sent data, else what its target gives.</param>
/// <param name="Bytes">That window in bytes.</param>
/// <param name="Binding">What bound it, one of <see cref="TermName"/>; empty when nothing was sent.</param>
/// <param name="Lost">
/// Whether some of it was lost, as <see cref="FirstFlightLoss"/> judges; <see langword="null"/> when that is not known.
/// </param>
public sealed record ConnectionFlight(int Segments, long Bytes, string Binding, bool? Lost)
{
    /// <param name="fresh">The connection before it sent data; <see langword="null"/> when it was not seen then.</param>
    /// <param name="last">The connection as last seen.</param>
    /// <param name="target">What serves it.</param>
    public static ConnectionFlight Of(Connection? fresh, Connection last, ServingTarget? target)
    {
        var segments = fresh?.Cwnd ?? target?.InitCwnd ?? InitialWindow.LinuxDefault;
        var bytes = (long)segments * last.Mss;
        return new ConnectionFlight(segments, bytes, Bound(fresh, last, target, bytes), FirstFlightLoss.Of(last, segments));
    }

    private static string Bound(Connection? fresh, Connection last, ServingTarget? target, long bytes)
    {
        if (last.DataSegments == 0)
            return "";
        if (fresh is null)
            return last.HeldByPeer ? TermName.PeerWindow
                : last.HeldBySendBuffer ? TermName.SendBuffer
                : last.BytesSent <= bytes ? TermName.Data
                : TermName.InitCwnd;
        var window = EffectiveWindow.Of(
            new FlightFacts
            {
                Cwnd = fresh.Cwnd,
                Mss = fresh.Mss,
                RouteCwnd = target?.InitCwnd,
                PeerWindow = fresh.PeerWindow,
                // How much of a send buffer is used depends on how the application writes; the kernel's own statement counts.
                SendBufferSegments = last.HeldBySendBuffer ? last.SendBufferSegments ?? fresh.SendBufferSegments : null,
            }
        );
        return last.BytesSent < window.Bytes && !last.HeldBySendBuffer ? TermName.Data : window.Terms.First(term => term.Binds).Name;
    }
}
