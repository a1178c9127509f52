using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Tests.Engine.Captures;

public sealed class CaptureReaderTests
{
    private static Talk Usual(int link = 1, bool v6 = false) => new Talk { Link = link, V6 = v6 }.Respond(10, 40);

    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(false, false)]
    public void Pcap_is_read_in_both_byte_orders_and_both_units(bool little, bool nanoseconds) =>
        IsTen(CaptureWriter.Pcap(Usual().Ordered, little, nanoseconds));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Pcapng_is_read_with_its_options_and_unknown_blocks(bool little) => IsTen(CaptureWriter.Pcapng(Usual().Ordered, little, 1));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void The_old_packet_block_of_pcapng_is_read(bool little) =>
        IsTen(CaptureWriter.Pcapng(PacketBlock.Old, Usual().Ordered.Select(packet => packet with { Interface = 1 }), little, 0, 113, 1));

    [Theory]
    [InlineData(0)]
    [InlineData(80)]
    public void A_simple_packet_block_has_no_time_so_that_only_bytes_are_known(int snap)
    {
        // It has no captured length: a packet is whole, or as long as its interface permits.
        var packets = Usual().Ordered.Select(packet => packet with { Bytes = Captured(packet) });
        var (flights, analysis, early) = Talk.ReadAll(CaptureWriter.Pcapng(PacketBlock.Simple, packets, true, (uint)snap, 1));
        Assert.Equal("", early);
        Assert.Equal(analysis.Packets, analysis.Untimed);
        var flight = Assert.Single(flights);
        Assert.Equal(40 * Talk.Mss, flight.Connection.Sent.Bytes);
        Assert.Equal((FlightLimit.Unknown, (long?)null), (flight.Verdict.Limit, flight.Verdict.Segments));

        byte[] Captured(WrittenPacket packet)
        {
            var bytes = new byte[snap == 0 ? packet.Length : Math.Min(packet.Length, snap)];
            packet.Bytes.CopyTo(bytes, 0);
            return bytes;
        }
    }

    [Fact]
    public void Each_interface_of_pcapng_has_its_own_link_type_and_unit()
    {
        var one = new Talk { Link = 113 }.Respond(10, 40);
        var other = new Talk { Link = 1, ClientPort = 50000 }.Respond(16, 50);
        var capture = CaptureWriter.Pcapng(
            [.. one.Ordered.Select(packet => packet with { Interface = 1 }), .. other.Ordered],
            little: true,
            1,
            113
        );
        Assert.Equal([16, 10], Talk.ReadAll(capture).Flights.Select(flight => flight.Verdict.Segments));
    }

    [Fact]
    public void A_second_section_may_have_the_other_byte_order()
    {
        var other = new Talk { ClientPort = 50000 }.Respond(4, 50);
        byte[] both = [.. CaptureWriter.Pcapng(Usual().Ordered, true, 1), .. CaptureWriter.Pcapng(other.Ordered, false, 1)];
        Assert.Equal([4, 10], Talk.ReadAll(both).Flights.Select(flight => flight.Verdict.Segments));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(12)]
    [InlineData(101)]
    [InlineData(108)]
    [InlineData(113)]
    [InlineData(276)]
    public void Each_link_type_is_read_with_both_versions_of_IP(int link)
    {
        IsTen(Usual(link).Pcap());
        IsTen(Usual(link, v6: true).Pcap());
    }

    [Fact]
    public void A_link_type_that_cannot_be_read_is_counted()
    {
        var (flights, analysis, _) = Talk.ReadAll(CaptureWriter.Pcap(Usual().Ordered, link: 127));
        Assert.Empty(flights);
        Assert.Equal(analysis.Packets, analysis.UnknownLinks[127]);
    }

    [Fact]
    public void Packets_cut_behind_the_TCP_header_count_in_full() =>
        IsTen(
            CaptureWriter.Pcap(Usual().Ordered.Select(packet => packet with { Bytes = packet.Bytes[..Math.Min(74, packet.Bytes.Length)] }))
        );

    [Fact]
    public void Packets_cut_behind_the_fixed_TCP_header_show_no_segment_size()
    {
        var cut = CaptureWriter.Pcap(Usual().Ordered.Select(packet => packet with { Bytes = packet.Bytes[..54] }));
        var flight = Assert.Single(Talk.ReadAll(cut).Flights);
        Assert.Equal("The capture cut off the options of the handshake.", flight.Verdict.Why);
        Assert.Equal(40 * Talk.Mss, flight.Connection.Sent.Bytes);
    }

    [Fact]
    public void Packets_cut_before_the_TCP_header_are_counted()
    {
        var cut = CaptureWriter.Pcap(Usual().Ordered.Select(packet => packet with { Bytes = packet.Bytes[..40] }));
        var (flights, analysis, _) = Talk.ReadAll(cut);
        Assert.Empty(flights);
        Assert.Equal(analysis.Packets, analysis.Count(PacketKind.CutShort));
    }

    [Theory]
    [InlineData("", "it has fewer than 4 bytes")]
    [InlineData("1F8B0800", "it is compressed with gzip")]
    [InlineData("23212F62696E2F7368", "it starts with 23212F62")]
    [InlineData("D4C3B2A10200", "it ends inside its file header")]
    public void What_is_no_capture_is_refused_with_the_reason(string bytes, string reason)
    {
        Assert.Null(CaptureReader.Open(new MemoryStream(Convert.FromHexString(bytes)), out var problem));
        Assert.StartsWith(reason, problem, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_ends_in_the_middle_gives_what_came_before()
    {
        foreach (var capture in (byte[][])[Usual().Pcap(), CaptureWriter.Pcapng(Usual().Ordered, true, 1)])
        {
            var (flights, _, early) = Talk.ReadAll(capture[..^7]);
            Assert.Equal(10, Assert.Single(flights).Verdict.Segments);
            Assert.StartsWith("The file ends in the middle of a", early, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void An_absurd_length_ends_the_reading()
    {
        var capture = Usual().Pcap();
        capture.AsSpan(24 + 8, 4).Fill(0xff);
        Assert.Contains("claims 4,294,967,295 captured bytes", Talk.ReadAll(capture).EndsEarly, StringComparison.Ordinal);
        var blocks = CaptureWriter.Pcapng(Usual().Ordered, true, 1);
        blocks.AsSpan(28 + 4, 4).Clear();
        Assert.Contains("impossible length 0", Talk.ReadAll(blocks).EndsEarly, StringComparison.Ordinal);
    }

    /// <summary>Cuts and flipped bits: the documented result, and never an exception.</summary>
    [Fact]
    public void A_damaged_file_never_fails_otherwise()
    {
        var random = new Random(20261125);
        byte[][] good = [Usual().Pcap(), CaptureWriter.Pcapng(Usual(113, v6: true).Ordered, false, 113)];
        var end = Environment.TickCount64 + 1500;
        for (var round = 0; round < 4000 && Environment.TickCount64 < end; round++)
        {
            var damaged = (byte[])good[round % 2].Clone();
            for (var flips = random.Next(1, 12); flips > 0; flips--)
                damaged[random.Next(round % 3 == 0 ? 100 : damaged.Length)] ^= (byte)(1 << random.Next(8));
            if (round % 4 == 0)
                damaged = damaged[..random.Next(damaged.Length)];
            var reader = CaptureReader.Open(new MemoryStream(damaged), out var problem);
            Assert.Equal(reader is null, problem.Length > 0);
            var analysis = new CaptureAnalysis(new CaptureFilter(null, null));
            while (reader?.Next(out var frame, out var head) == true)
                analysis.Add(frame, head);
            Assert.All(
                CapturedFlight.AllOf(analysis),
                flight => Assert.True(flight.Verdict.Limit == FlightLimit.Unknown || IsKnown(flight))
            );
        }

        static bool IsKnown(CapturedFlight flight) => flight.Verdict.Segments > 0;
    }

    private static void IsTen(byte[] capture)
    {
        var flight = Assert.Single(Talk.ReadAll(capture).Flights);
        Assert.Equal("", flight.Verdict.Why);
        Assert.Equal((FlightLimit.InitialWindow, 10L), (flight.Verdict.Limit, flight.Verdict.Segments));
        Assert.Equal([10L, 20, 10], flight.Connection.Sent.Meter!.Flights.Select(bytes => bytes / Talk.Mss));
    }
}
