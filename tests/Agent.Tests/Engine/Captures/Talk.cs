using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Tests.Engine.Captures;

/// <summary>
/// A connection as a capture sees it: the client is 192.0.2.1:40000, the server 192.0.2.2:80. Times are milliseconds. Numbers of data count
/// from the first byte.
/// </summary>
internal sealed class Talk
{
    public const int Mss = 1448;
    private readonly List<WrittenPacket> _packets = [];

    /// <summary>Where the capture is: 0 at the server, 1 at the client.</summary>
    public double Place { get; init; }

    public double Rtt { get; init; } = 100;

    /// <summary>How much later than it could the SYN-ACK is sent.</summary>
    public double AnswersLate { get; init; }

    public uint ClientStart { get; init; } = 1000;

    public uint ServerStart { get; init; } = 5000;

    public ushort ClientPort { get; init; } = 40000;

    public ushort SynWindow { get; init; } = 64240;

    /// <summary>Window of the client behind its SYN; its scale is 7.</summary>
    public ushort ClientWindow { get; init; } = 502;

    public bool V6 { get; init; }

    /// <summary>Link type; 1 is Ethernet.</summary>
    public int Link { get; init; } = 1;

    /// <summary>When the client sends its SYN.</summary>
    public double Start { get; init; } = 1000;

    public IReadOnlyList<WrittenPacket> Packets => _packets;

    /// <summary>MSS 1460, SACK permitted, time stamps, scale 7.</summary>
    public static byte[] SynOptions => [2, 4, 5, 180, 4, 2, 8, 10, 0, 0, 0, 1, 0, 0, 0, 0, 1, 3, 3, 7];

    private static byte[] Stamps => [1, 1, 8, 10, 0, 0, 0, 1, 0, 0, 0, 1];

    /// <summary>The time at which the capture has the SYN-ACK's acknowledgement.</summary>
    public double Opened => Start + ToServer + Rtt;

    /// <summary>Half the round trip, from the client to the capture.</summary>
    private double ToServer => (1 - Place) * Rtt / 2;

    public Talk Open()
    {
        Client(Start - AnswersLate, -1, 0, Wire.Syn, window: SynWindow, options: SynOptions);
        Server(Start + Rtt / 2, -1, 0, Wire.Syn | Wire.Ack, window: 65160, options: SynOptions);
        return Client(Start + Rtt, 0, 0);
    }

    /// <summary>The client's request, sent a round trip behind its SYN, and the server's acknowledgement.</summary>
    public Talk Ask(int bytes = 100)
    {
        Client(Start + Rtt, 0, bytes, Wire.Ack | Wire.Push);
        return Server(Start + 1.5 * Rtt, 0, 0, acknowledged: bytes);
    }

    /// <summary>What the client sends at a time; the capture sees it later, by where it is.</summary>
    public Talk Client(
        double at,
        long number,
        int bytes,
        int flags = Wire.Ack,
        long acknowledged = 0,
        ushort? window = null,
        byte[]? options = null
    ) => Add(true, at + ToServer, number, bytes, flags, acknowledged, window ?? ClientWindow, options);

    /// <summary>What the server sends at a time.</summary>
    public Talk Server(
        double at,
        long number,
        int bytes,
        int flags = Wire.Ack,
        long acknowledged = 0,
        ushort window = 509,
        byte[]? options = null
    ) => Add(false, at + Place * Rtt / 2, number, bytes, flags, acknowledged, window, options);

    /// <summary>Segments that the server sends one behind the other.</summary>
    public Talk Flight(double at, int first, int count, double apart = 0.01)
    {
        for (var i = 0; i < count; i++)
            Server(at + i * apart, (long)(first + i) * Mss, Mss, acknowledged: 100);
        return this;
    }

    /// <summary>What the client acknowledges of a flight, every second segment.</summary>
    public Talk Acknowledge(double at, int first, int count, double apart = 0.01)
    {
        for (var i = Math.Min(2, count); i <= count; i += i + 1 == count ? 1 : 2)
            Client(at + i * apart, 100, 0, acknowledged: (long)(first + i) * Mss);
        return this;
    }

    /// <summary>
    /// Opens, asks, and sends this many segments in slow start from a window; the client acknowledges each second segment.
    /// </summary>
    public Talk Respond(int window, int segments) => Open().Ask().RespondOnly(window, segments);

    public Talk RespondOnly(int window, int segments)
    {
        var (sent, at) = (0, Start + 1.5 * Rtt + 0.3);
        for (var flight = window; sent < segments; flight *= 2, at += Rtt + 0.2)
        {
            var count = Math.Min(flight, segments - sent);
            Flight(at, sent, count);
            Acknowledge(at + Rtt / 2, sent, count);
            sent += count;
        }
        return this;
    }

    public byte[] Pcap() => CaptureWriter.Pcap(Ordered, link: Link);

    /// <summary>In the order in which the capture sees them.</summary>
    public IEnumerable<WrittenPacket> Ordered => _packets.OrderBy(packet => packet.At);

    public CapturedFlight Read() => Assert.Single(ReadAll(Pcap()).Flights);

    public static (List<CapturedFlight> Flights, CaptureAnalysis Analysis, string EndsEarly) ReadAll(byte[] capture, int most = 100)
    {
        var reader = CaptureReader.Open(new MemoryStream(capture), out var problem);
        Assert.Equal("", problem);
        var analysis = new CaptureAnalysis(new CaptureFilter(null, null), most);
        while (reader!.Next(out var frame, out var head))
            analysis.Add(frame, head);
        return (CapturedFlight.AllOf(analysis), analysis, reader.EndsEarly);
    }

    private Talk Add(bool client, double at, long number, int bytes, int flags, long acknowledged, ushort window, byte[]? options)
    {
        var (own, other) = client ? (ClientStart, ServerStart) : (ServerStart, ClientStart);
        var tcp = Wire.Tcp(
            client ? ClientPort : (ushort)80,
            client ? (ushort)80 : ClientPort,
            unchecked(own + 1 + (uint)number),
            (flags & Wire.Ack) == 0 ? 0 : unchecked(other + 1 + (uint)acknowledged),
            (byte)flags,
            window,
            options ?? Stamps
        );
        var (from, to) = client ? ((byte)1, (byte)2) : ((byte)2, (byte)1);
        var packet = V6 ? Wire.Ipv6(from, to, tcp, bytes) : Wire.Ipv4(from, to, tcp, bytes);
        var frame = Wire.Link(Link, packet);
        _packets.Add(new WrittenPacket((long)(at * 1e6), frame, frame.Length + bytes));
        return this;
    }
}
