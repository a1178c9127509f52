using IwTune.Agent.Linux.Emulation;

namespace IwTune.Agent.Linux.Trials;

/// <summary>
/// What the path sees of responses, connection by connection: a capture at both of its ends. The client is at the path's left end.
/// Times begin when a connection's request leaves the client.
/// </summary>
/// <param name="size">Bytes of a response.</param>
internal sealed class FlightTap(long size)
{
    private readonly Dictionary<int, TappedFlight> _flights = [];
    private long _arrived;

    /// <summary>Bytes that have arrived, of all connections; readable from any thread.</summary>
    public long Arrived => Interlocked.Read(ref _arrived);

    /// <summary>Records a packet. Called by the path's own thread alone.</summary>
    public void See(PacketSeen packet)
    {
        var toClient = packet.Way == PathWay.ToLeft;
        var client = toClient ? packet.Segment.DestinationPort : packet.Segment.SourcePort;
        if (!_flights.TryGetValue(client, out var flight))
            _flights.Add(client, flight = new TappedFlight(size));
        if (toClient)
            Interlocked.Add(ref _arrived, flight.ToClient(packet));
        else
            flight.ToServer(packet);
    }

    /// <summary>What was seen of the connection from this port. Only after the path has ended.</summary>
    /// <exception cref="KeyNotFoundException">It sent nothing.</exception>
    public TappedFlight Of(int clientPort) => _flights[clientPort];
}
