using IwTune.Agent.Engine.Captures;

namespace IwTune.Agent.Tests.Engine.Captures;

public sealed class FirstFlightVerdictTests
{
    private const int Mss = Talk.Mss;

    [Theory]
    [InlineData(0, "Sender")]
    [InlineData(1, "Receiver")]
    [InlineData(0.5, "Between")]
    public void The_initial_window_is_the_same_wherever_the_capture_was_taken(double place, string seen)
    {
        foreach (var window in (int[])[1, 3, 10, 32])
        {
            var flight = new Talk { Place = place }
                .Respond(window, 90)
                .Read();
            Is(FlightLimit.InitialWindow, window, flight);
            Assert.Equal(seen, flight.Place.ToString());
            Assert.True(flight.Connection.SenderIsServer);
            Assert.Equal(100, flight.Connection.Handshake.RoundTrip!.Value / 1e6, 3);
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(0.5)]
    public void A_handshake_that_waited_does_not_join_the_flights(double place)
    {
        // The round trip of the handshake is 400 ms, that of the path 100 ms.
        var flight = new Talk { Place = place, AnswersLate = 300 }
            .Respond(10, 35)
            .Read();
        Is(FlightLimit.InitialWindow, 10, flight);
    }

    [Fact]
    public void Flights_are_the_bytes_of_a_round()
    {
        var flights = new Talk().Respond(2, 200).Read().Connection.Sent.Meter!.Flights;
        Assert.Equal([2, 4, 8, 16, 32, 64], flights.Select(bytes => bytes / Mss));
    }

    [Fact]
    public void A_frame_before_segmentation_counts_as_its_segments()
    {
        var talk = new Talk().Open().Ask().Server(1150.3, 0, 10 * Mss, acknowledged: 100).Acknowledge(1200, 0, 10);
        Is(FlightLimit.InitialWindow, 10, talk.Server(1250.4, 10 * Mss, 20 * Mss, acknowledged: 100).Read());
    }

    [Fact]
    public void A_client_that_sends_more_is_the_sender()
    {
        var talk = new Talk { Place = 1 }.Open();
        for (var i = 0; i < 10; i++)
            talk.Client(1101 + i * 0.01, (long)i * Mss, Mss);
        talk.Server(1152, 0, 0, acknowledged: 2 * Mss).Client(1203, 10 * Mss, 2 * Mss);
        var flight = talk.Read();
        Is(FlightLimit.InitialWindow, 10, flight);
        Assert.False(flight.Connection.SenderIsServer);
        Assert.Equal(CapturePlace.Sender, flight.Place);
    }

    [Fact]
    public void Data_that_ends_first_gives_the_least_value()
    {
        Is(FlightLimit.Data, 4, new Talk().Respond(4, 4).Server(1300, 4 * Mss, 0, Wire.Fin | Wire.Ack, 100).Read());
        // The next answer, to a second request.
        var talk = new Talk().Respond(4, 4).Client(1301, 100, 50, acknowledged: 4 * Mss).Flight(1352, 4, 10).Acknowledge(1403, 4, 10);
        Is(FlightLimit.Data, 4, talk.Read());
    }

    [Fact]
    public void A_tail_loss_probe_is_not_part_of_the_first_flight()
    {
        // The acknowledgement is late, and the sender has more data: one new segment after two round trips.
        var talk = new Talk().Open().Ask().Flight(1150.3, 0, 10).Flight(1360, 10, 1).Acknowledge(1370, 0, 11).Flight(1420.4, 11, 20);
        Is(FlightLimit.Data, 10, talk.Read());
    }

    [Fact]
    public void A_last_segment_that_is_not_full_ends_the_data()
    {
        var talk = new Talk().Open().Ask().Flight(1150.3, 0, 4).Server(1150.5, 4 * Mss, 500, acknowledged: 100);
        talk.Acknowledge(1200, 0, 4).Server(1250.6, 4 * Mss + 500, Mss, acknowledged: 100);
        Is(FlightLimit.Data, 5, talk.Read());
    }

    [Fact]
    public void The_receivers_first_window_gives_the_least_value()
    {
        // 40 × 128 bytes: room for three segments.
        var talk = new Talk { ClientWindow = 40 }
            .Open()
            .Ask()
            .Flight(1150.3, 0, 3)
            .Acknowledge(1200, 0, 2)
            .Flight(1250.4, 3, 2);
        var flight = talk.Read();
        Is(FlightLimit.ReceiverWindow, 3, flight);
        Assert.Equal(40 * 128, flight.Connection.Received.FirstWindow);
        Assert.Equal(64240, (int)flight.Connection.Received.Syn!.Value.Window);
    }

    [Theory]
    [InlineData(0xFFFFF000)]
    [InlineData(0xFFFFFFFF)]
    [InlineData(0)]
    public void Numbers_that_wrap_around_change_nothing(uint start) =>
        Is(
            FlightLimit.InitialWindow,
            10,
            new Talk { ServerStart = start, ClientStart = start }
                .Respond(10, 70)
                .Read()
        );

    [Fact]
    public void A_repeated_SYN_does_not_lengthen_the_round_trip()
    {
        var talk = new Talk { Place = 1 }
            .Client(0, -1, 0, Wire.Syn, window: 64240, options: Talk.SynOptions)
            .Respond(10, 40);
        Is(FlightLimit.InitialWindow, 10, talk.Read());
        Assert.True(talk.Read().Connection.Handshake.SynRepeated);
        Assert.Equal(100, talk.Read().Connection.Handshake.RoundTrip!.Value / 1e6, 3);
    }

    [Fact]
    public void The_same_ports_again_are_another_connection()
    {
        var one = new Talk().Respond(10, 40);
        var other = new Talk
        {
            Start = 9000,
            ClientStart = 77_000,
            ServerStart = 99_000,
        }.Respond(4, 30);
        var flights = Talk.ReadAll(CaptureWriter.Pcap([.. one.Ordered, .. other.Ordered])).Flights;
        Assert.Equal([10, 4], flights.Select(flight => flight.Verdict.Segments));
    }

    [Fact]
    public void Data_in_a_SYN_is_not_part_of_the_first_flight()
    {
        var talk = new Talk();
        talk.Client(1000, -1, 300, Wire.Syn, window: 64240, options: Talk.SynOptions);
        talk.Server(1050, -1, 0, Wire.Syn | Wire.Ack, acknowledged: 300, window: 65160, options: Talk.SynOptions);
        talk.Client(1100, 300, 0).Flight(1150.3, 0, 10).Acknowledge(1200, 0, 10).Flight(1250.4, 10, 4);
        Is(FlightLimit.InitialWindow, 10, talk.Read());
    }

    [Fact]
    public void Data_before_the_end_of_the_handshake_is_not_measured()
    {
        var talk = new Talk();
        talk.Client(1000, -1, 300, Wire.Syn, window: 64240, options: Talk.SynOptions);
        talk.Server(1050, -1, 0, Wire.Syn | Wire.Ack, acknowledged: 300, window: 65160, options: Talk.SynOptions);
        talk.Flight(1051, 0, 10).Acknowledge(1101, 0, 10);
        Assert.Equal("Data was sent before the handshake was complete.", talk.Read().Verdict.Why);
    }

    [Fact]
    public void Segments_out_of_order_are_not_retransmissions()
    {
        var talk = new Talk { Place = 1 }.Respond(10, 40);
        var packets = talk.Ordered.ToList();
        var first = packets.FindIndex(packet => packet.Length > 1000);
        (packets[first], packets[first + 1]) = (
            packets[first + 1] with
            {
                At = packets[first].At,
            },
            packets[first] with
            {
                At = packets[first + 1].At,
            }
        );
        var flight = Assert.Single(Talk.ReadAll(CaptureWriter.Pcap(packets)).Flights);
        Is(FlightLimit.InitialWindow, 10, flight);
        Assert.Equal(0, flight.First!.SentAgain);
    }

    [Fact]
    public void A_segment_that_was_lost_on_the_way_to_the_receiver_counts()
    {
        var talk = new Talk { Place = 1 }
            .Open()
            .Ask()
            .Flight(1150.3, 0, 4)
            .Flight(1150.4, 5, 5)
            .Acknowledge(1200.5, 0, 4);
        talk.Flight(1250.7, 10, 8).Server(1250.9, 4 * Mss, Mss, acknowledged: 100);
        Is(FlightLimit.InitialWindow, 10, talk.Read());
    }

    [Fact]
    public void Bytes_seen_again_are_retransmissions_and_not_new_data()
    {
        // The first segment was lost: selective acknowledgements end the flight.
        var talk = new Talk().Open().Ask().Flight(1150.3, 0, 10);
        talk.Client(1200, 100, 0, options: Sacked(talk.ServerStart, Mss, 2 * Mss)).Server(1250.2, 10 * Mss, Mss, acknowledged: 100);
        talk.Server(1250.3, 0, Mss, acknowledged: 100).Client(1300.3, 100, 0, acknowledged: 11 * Mss);
        var flight = talk.Read();
        Is(FlightLimit.InitialWindow, 10, flight);
        Assert.Equal(Mss, flight.First!.SentAgain);
    }

    [Fact]
    public void A_segment_counts_as_sent_again_also_when_all_behind_it_was_acknowledged_selectively()
    {
        var talk = new Talk().Open().Ask().Flight(1150.3, 0, 10);
        talk.Client(1200, 100, 0, options: Sacked(talk.ServerStart, Mss, 10 * Mss)).Server(1250.2, 10 * Mss, Mss, acknowledged: 100);
        var flight = talk.Server(1250.3, 0, Mss, acknowledged: 100).Client(1300.3, 100, 0, acknowledged: 11 * Mss).Read();
        Is(FlightLimit.InitialWindow, 10, flight);
        Assert.Equal(Mss, flight.First!.SentAgain);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    public void Keep_alives_and_window_probes_do_not_count(int bytes)
    {
        var talk = new Talk().Open().Ask();
        talk.Server(1149, -1, bytes, acknowledged: 100).Flight(1150.3, 0, 10).Server(1160, 10 * Mss - 1, bytes, acknowledged: 100);
        var flight = talk.Acknowledge(1200, 0, 10).Flight(1250.4, 10, 20).Read();
        Is(FlightLimit.InitialWindow, 10, flight);
        Assert.Equal(0, flight.First!.SentAgain);
    }

    /// <summary>RFC 9293 figure 8.</summary>
    [Fact]
    public void A_simultaneous_open_has_neither_client_nor_server()
    {
        var talk = new Talk();
        talk.Client(1000, -1, 0, Wire.Syn, window: 64240, options: Talk.SynOptions);
        talk.Server(1001, -1, 0, Wire.Syn, window: 64240, options: Talk.SynOptions);
        talk.Client(1051, -1, 0, Wire.Syn | Wire.Ack, window: 64240, options: Talk.SynOptions);
        talk.Server(1052, -1, 0, Wire.Syn | Wire.Ack, window: 64240, options: Talk.SynOptions);
        talk.Client(1102, 0, 0).Ask().RespondOnly(10, 40);
        var flight = talk.Read();
        Is(null, "Both sides opened the connection at the same time.", flight);
        Assert.Equal((40L * Mss, 100L), (flight.Connection.Sent.Bytes, flight.Connection.Received.Bytes));
        Assert.Null(flight.Connection.SenderIsServer);
        Assert.Equal(CapturePlace.Unknown, flight.Place);
        Assert.False(flight.Connection.Handshake.SynRepeated);
    }

    [Fact]
    public void One_direction_is_not_enough()
    {
        var server = new Talk().Respond(10, 40).Ordered.Where(packet => packet.Bytes[29] == 2).ToList();
        var flight = Assert.Single(Talk.ReadAll(CaptureWriter.Pcap(server)).Flights);
        Is(null, "Only one direction is in the capture.", flight);
        Assert.Equal(40 * Mss, flight.Connection.Sent.Bytes);
    }

    [Fact]
    public void Without_a_handshake_the_bytes_are_all_that_is_known()
    {
        var flight = Assert.Single(Talk.ReadAll(CaptureWriter.Pcap(new Talk().Respond(10, 40).Ordered.Skip(3))).Flights);
        Is(null, "The handshake is not in the capture, or only a part of it.", flight);
        Assert.Null(flight.Connection.SenderIsServer);
        Assert.Equal(40 * Mss, flight.Connection.Sent.Bytes);
    }

    [Fact]
    public void A_capture_that_lacks_packets_says_so()
    {
        Is(null, "The capture lacks packets that were acknowledged.", Without(1, 9));
        Is(null, "Segments at the end of the first flight are missing.", Without(5, 5));

        static CapturedFlight Without(int from, int count)
        {
            var packets = new Talk().Respond(10, 40).Ordered.ToList();
            packets.RemoveRange(packets.FindIndex(packet => packet.Length > 1000) + from, count);
            return Assert.Single(Talk.ReadAll(CaptureWriter.Pcap(packets)).Flights);
        }
    }

    [Fact]
    public void A_capture_that_ends_too_soon_says_so() =>
        Is(null, "The capture ends before the second flight.", new Talk().Respond(10, 10).Read());

    [Fact]
    public void A_flight_that_is_still_sent_when_it_is_acknowledged_gives_the_least_value()
    {
        var talk = new Talk().Open().Ask().Flight(1150.3, 0, 20, apart: 10).Acknowledge(1200, 0, 20, apart: 10);
        Least(12, "The first flight was still being sent when its first acknowledgement arrived.", talk.Read());
    }

    [Fact]
    public void A_sender_whose_SYN_was_lost_starts_smaller()
    {
        var talk = new Talk().Open().Server(1060, -1, 0, Wire.Syn | Wire.Ack, window: 65160, options: Talk.SynOptions);
        Least(4, "The sender's SYN was sent again, after which a first flight is smaller.", talk.Ask().RespondOnly(4, 40).Read());
    }

    [Fact]
    public void Pacing_hides_the_first_flight_away_from_the_sender()
    {
        var talk = new Talk { Place = 1 }
            .Open()
            .Ask()
            .Flight(1150.3, 0, 40, apart: 10)
            .Acknowledge(1200, 0, 40, apart: 10);
        Assert.StartsWith("Away from the sender, no pause", talk.Flight(1700, 40, 2).Read().Verdict.Why, StringComparison.Ordinal);
    }

    [Fact]
    public void Data_in_pieces_gives_the_least_value()
    {
        var small = new Talk().Open().Ask();
        for (var i = 0; i < 10; i++)
            small.Server(1150.3 + i * 0.01, i * 300, 300, acknowledged: 100);
        small.Client(1200, 100, 0, acknowledged: 600).Server(1250.4, 3000, 300, acknowledged: 100);
        Least(3, "The data was sent in pieces that are smaller than a segment.", small.Read());
        var head = new Talk().Open().Ask().Server(1150.3, 0, 200, acknowledged: 100);
        for (var i = 0; i < 7; i++)
            head.Server(1150.4, 200 + i * Mss, Mss, acknowledged: 100);
        head.Client(1200, 100, 0, acknowledged: 200 + Mss).Server(1250.4, 200 + 7 * Mss, Mss, acknowledged: 100);
        Least(8, "The data was sent in pieces that are smaller than a segment.", head.Read());
    }

    [Fact]
    public void A_short_round_trip_does_not_show_the_side()
    {
        var talk = new Talk { Rtt = 0.2, Place = 0.5 }.Respond(10, 40);
        Is(null, "The round trip is too short to know at which side the capture was taken.", talk.Read());
    }

    [Fact]
    public void Connections_beyond_the_bound_are_counted()
    {
        var packets = Enumerable
            .Range(0, 20)
            .SelectMany(i =>
                new Talk { ClientPort = (ushort)(41000 + i) }
                    .Open()
                    .Packets
            );
        var (flights, analysis, _) = Talk.ReadAll(CaptureWriter.Pcap(packets), most: 15);
        Assert.Equal((15, 5L), (flights.Count, analysis.LeftOut));
    }

    [Fact]
    public void Another_interface_shows_the_same_packets_once()
    {
        var packets = new Talk().Respond(10, 40).Ordered.SelectMany(packet => (WrittenPacket[])[packet, packet with { Interface = 1 }]);
        var flight = Assert.Single(Talk.ReadAll(CaptureWriter.Pcapng(packets, true, 1, 1)).Flights);
        Is(FlightLimit.InitialWindow, 10, flight);
        Assert.Equal(0, flight.First!.SentAgain);
    }

    private static byte[] Sacked(uint start, int from, int to)
    {
        byte[] options = [1, 1, 5, 10, 0, 0, 0, 0, 0, 0, 0, 0];
        System.Buffers.Binary.BinaryPrimitives.WriteUInt32BigEndian(options.AsSpan(4), start + 1 + (uint)from);
        System.Buffers.Binary.BinaryPrimitives.WriteUInt32BigEndian(options.AsSpan(8), start + 1 + (uint)to);
        return options;
    }

    private static void Is(FlightLimit limit, long segments, CapturedFlight flight) =>
        Assert.Equal((limit, (long?)segments), (flight.Verdict.Limit, flight.Verdict.Segments));

    private static void Least(long segments, string why, CapturedFlight flight) => Is(segments, why, flight);

    private static void Is(long? segments, string why, CapturedFlight flight) =>
        Assert.Equal((FlightLimit.Unknown, segments, why), (flight.Verdict.Limit, flight.Verdict.Segments, flight.Verdict.Why));
}
