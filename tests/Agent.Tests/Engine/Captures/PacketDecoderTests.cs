using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Tests.Engine.Captures;

public sealed class PacketDecoderTests
{
    private static readonly byte[] Tcp = Wire.Tcp(40000, 80, 7, 9, Wire.Ack, 502);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Tags_of_VLANs_are_passed_over(int tags) => Is(1000, Wire.Ethernet(Wire.Ipv4(1, 2, Tcp, 1000), tags), 1);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Tags_of_VLANs_are_passed_over_behind_a_cooked_header(int tags)
    {
        Is(1000, Wire.Cooked2(Wire.Ipv4(1, 2, Tcp, 1000), tags), 276);
        Is(1000, Wire.Cooked2(Wire.Ipv6(1, 2, Tcp, 1000), tags), 276);
    }

    [Fact]
    public void Packets_beyond_64_KiB_have_their_length_on_the_link()
    {
        const int payload = 200_000;
        Is(payload, Wire.Ethernet(Wire.Jumbo(1, 2, Tcp, payload)), 1);
        // IPv4 has no jumbogram: Linux leaves the length 0 (include/linux/ip.h, iph_set_totlen). Some drivers take IPv6's option away.
        foreach (var (packet, length) in new[] { (Wire.Ipv6(1, 2, Tcp, 0), 4), (Wire.Ipv4(1, 2, Tcp, 0), 2) })
        {
            packet.AsSpan(length, 2).Clear();
            Is(payload, Wire.Ethernet(packet), 1);
        }
    }

    [Fact]
    public void Options_of_IPv4_are_passed_over() => Is(1000, Wire.Ipv4(1, 2, Tcp, 1000, options: 40), 101);

    [Fact]
    public void Extension_headers_of_IPv6_are_passed_over()
    {
        byte[] fragment = new byte[8];
        byte[] options = [0, 1, .. new byte[14]];
        byte[] authentication = [0, 4, .. new byte[22]];
        Is(1000, Wire.Ipv6(1, 2, Tcp, 1000, (0, options), (43, options), (44, fragment), (51, authentication), (60, options)), 101);
    }

    [Fact]
    public void A_later_fragment_has_no_header()
    {
        Kind(PacketKind.Fragment, Wire.Ipv6(1, 2, Tcp, 0, (44, [0, 0, 0, 8, 0, 0, 0, 1])));
        var packet = Wire.Ipv4(1, 2, Tcp, 0);
        packet[7] = 100;
        Kind(PacketKind.Fragment, packet);
    }

    [Fact]
    public void Headers_that_contradict_themselves_are_none()
    {
        var packet = Wire.Ipv4(1, 2, Tcp, 0);
        packet[32] = 0x40;
        Kind(PacketKind.Malformed, packet);
        packet = Wire.Ipv4(1, 2, Tcp, 0);
        packet[9] = 17;
        Kind(PacketKind.Other, packet);
    }

    [Theory]
    [InlineData("0204", null)]
    [InlineData("020405B4", 1460)]
    [InlineData("0200020405B4", null)]
    [InlineData("01010020405B4F", null)]
    [InlineData("08FF020405B4", null)]
    public void Options_of_TCP_with_absurd_lengths_end_the_list(string bytes, int? mss) =>
        Assert.Equal(mss, TcpOptions.Read(Convert.FromHexString(bytes), whole: true).Mss);

    private static void Is(int payload, byte[] bytes, int link)
    {
        var kind = PacketDecoder.Decode(new CapturedFrame(0, link, 0, bytes.Length + payload), bytes, out var segment, out _);
        Assert.Equal(PacketKind.Tcp, kind);
        Assert.Equal((payload, 7u, 9u, 502), (segment.Payload, segment.Sequence, segment.Acknowledgement, segment.Window));
        Assert.Equal((40000, 80), (segment.Source.Port, segment.Destination.Port));
    }

    private static void Kind(PacketKind kind, byte[] packet) =>
        Assert.Equal(kind, PacketDecoder.Decode(new CapturedFrame(0, 101, 0, packet.Length), packet, out _, out _));
}
