using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Shared.Tests.Model;

public sealed class SlowStartTests
{
    private static Transfer Fetch(long size, int iw, int mss = 1448, double rttMs = 100) =>
        new()
        {
            SizeBytes = size,
            InitCwnd = iw,
            Mss = mss,
            Rtt = TimeSpan.FromMilliseconds(rttMs),
            HandshakeRounds = 0,
        };

    /// <summary>Rounds with doubling at MSS 1460 for IW 2, 3, 4, 10, 16, 20, 32, 44.</summary>
    [Theory]
    [InlineData(4_380, "2 1 1 1 1 1 1 1")]
    [InlineData(10_240, "3 2 2 1 1 1 1 1")]
    [InlineData(14_600, "3 3 2 1 1 1 1 1")]
    [InlineData(16_384, "3 3 2 2 1 1 1 1")]
    [InlineData(30_720, "4 4 3 2 2 2 1 1")]
    [InlineData(51_200, "5 4 4 3 2 2 2 1")]
    [InlineData(65_536, "5 4 4 3 2 2 2 2")]
    [InlineData(102_400, "6 5 5 4 3 3 2 2")]
    [InlineData(204_800, "7 6 6 4 4 4 3 3")]
    [InlineData(512_000, "8 7 7 6 5 5 4 4")]
    [InlineData(1_048_576, "9 8 8 7 6 6 5 5")]
    [InlineData(5_242_880, "11 11 10 9 8 8 7 7")]
    public void Rounds_follow_the_table_for_1460_byte_segments(long size, string rounds)
    {
        int[] windows = [2, 3, 4, 10, 16, 20, 32, 44];
        Assert.Equal(rounds, string.Join(' ', windows.Select(iw => SlowStart.Predict(Fetch(size, iw, 1460)).Rounds)));
    }

    /// <summary>One more byte than a whole number of flights costs one more round trip.</summary>
    [Theory]
    [InlineData(2, 2904, 1)]
    [InlineData(2, 8712, 2)]
    [InlineData(2, 20328, 3)]
    [InlineData(2, 43560, 4)]
    [InlineData(10, 14520, 1)]
    [InlineData(10, 43560, 2)]
    public void A_step_is_exact_to_the_byte(int iw, long bytes, int rounds)
    {
        Assert.Equal(rounds, SlowStart.Predict(Fetch(bytes, iw, 1452)).Rounds);
        Assert.Equal(rounds + 1, SlowStart.Predict(Fetch(bytes + 1, iw, 1452)).Rounds);
    }

    /// <summary>Measured on Linux at 100 ms: 301/302 ms with IW 3, 101 ms with IW 10.</summary>
    [Theory]
    [InlineData(2, 300)]
    [InlineData(3, 300)]
    [InlineData(4, 200)]
    [InlineData(10, 100)]
    [InlineData(20, 100)]
    public void The_13516_byte_page_takes_whole_round_trips(int iw, double ms)
    {
        var prediction = SlowStart.Predict(Fetch(13_516, iw));
        Assert.Equal(ms, prediction.Fetch.TotalMilliseconds, 1e-9);
        Assert.Equal(prediction.Rounds - 1, prediction.Stalls);
    }

    /// <summary>
    /// Measured on Linux, medians in ms of 5 runs: the model's rounds times 100 ms are at most 1.3 % + 0.5 ms a round lower.
    /// </summary>
    [Theory]
    [InlineData(2, "301.1 301.3 401.3 502.6 603.6 705.4")]
    [InlineData(3, "200.9 301.3 401.8 401.8 502.4 704.5")]
    [InlineData(4, "200.7 200.8 301.4 401.9 502.2 604.2")]
    [InlineData(10, "100.5 100.7 201.1 301.6 301.8 506.6")]
    [InlineData(20, "100.7 100.5 201.4 201.3 302.2 405.4")]
    public void Latency_limited_transfers_take_what_was_measured(int iw, string measured)
    {
        long[] sizes = [10_000, 13_516, 34_816, 50_000, 100_000, 300_000];
        foreach (var (size, ms) in sizes.Zip(measured.Split(' ').Select(double.Parse)))
        {
            var prediction = SlowStart.Predict(Fetch(size, iw));
            Assert.InRange(ms - prediction.Fetch.TotalMilliseconds, 0, 0.5 * (prediction.Rounds + 1) + 0.013 * ms);
        }
    }

    /// <summary>
    /// The same with a receiver that widens its window as Linux does, including the cell that the peer's window made a round longer.
    /// </summary>
    [Theory]
    [InlineData(10, 300_000, 506.6)]
    [InlineData(20, 300_000, 405.4)]
    [InlineData(32, 10_000, 100.6)]
    [InlineData(32, 13_516, 100.6)]
    [InlineData(32, 34_816, 100.8)]
    [InlineData(32, 50_000, 201.3)]
    [InlineData(32, 100_000, 201.7)]
    [InlineData(32, 300_000, 404.7)]
    public void A_receiver_that_widens_its_window_bounds_the_later_rounds(int iw, long size, double measured)
    {
        var prediction = SlowStart.Predict(Fetch(size, iw) with { PeerAutotunes = true });
        Assert.InRange(measured - prediction.Fetch.TotalMilliseconds, 0, 0.5 * (prediction.Rounds + 1) + 0.013 * measured);
        Assert.Equal(prediction.Fetch, SlowStartSimulator.Run(Fetch(size, iw) with { PeerAutotunes = true }).Fetch);
    }

    /// <summary>Measured: a Linux receiver takes 44 segments of the first flight, then 54 or 55, then 110 to 116.</summary>
    [Fact]
    public void Nothing_beyond_44_segments_reaches_a_receiver_of_linux()
    {
        var transfer = Fetch(300_000, 100) with { PeerAutotunes = true };
        Assert.Equal((44, BindingTerm.PeerWindow), (SlowStart.Predict(transfer).EffectiveSegments, SlowStart.Predict(transfer).Binding));
        Assert.Equal([44, 55, 110], new long[] { 1, 2, 3 }.Select(round => ReceiveWindow.Bytes(transfer, round)!.Value / 1448));
    }

    /// <summary>BBR paces the segments beyond ten; a slower link hides this.</summary>
    [Fact]
    public void A_paced_sender_takes_a_little_longer()
    {
        var paced = Fetch(44 * 1448, 44) with { PacingGain = Pacing.Bbr };
        Assert.Equal(100 + 34 / (2.89 * 44) * 100, SlowStart.Predict(paced).Fetch.TotalMilliseconds, 1e-3);
        Assert.Equal(SlowStart.Predict(paced).Fetch, SlowStartSimulator.Run(paced).Fetch);
        var slow = paced with { RateBitsPerSecond = 2e6 };
        Assert.Equal(SlowStart.Predict(slow with { PacingGain = null }).Fetch, SlowStart.Predict(slow).Fetch);
    }

    /// <summary>Rate-limited, deep buffer, 100 ms: closed form in ms, itself within 0.5 % of Linux.</summary>
    [Theory]
    [InlineData(2e6, 13_516, 3, 314.1)]
    [InlineData(2e6, 13_516, 10, 156.1)]
    [InlineData(2e6, 50_000, 3, 499.3)]
    [InlineData(2e6, 50_000, 10, 353.3)]
    [InlineData(2e6, 50_000, 20, 307.3)]
    [InlineData(2e6, 50_000, 44, 307.3)]
    [InlineData(2e6, 100_000, 3, 706.6)]
    [InlineData(2e6, 100_000, 10, 560.6)]
    [InlineData(2e6, 100_000, 20, 514.6)]
    [InlineData(1e7, 13_516, 3, 302.8)]
    [InlineData(1e7, 13_516, 10, 111.2)]
    public void Rate_limited_transfers_add_the_time_on_the_wire(double rate, long size, int iw, double ms) =>
        Assert.Equal(ms, SlowStart.Predict(Fetch(size, iw) with { RateBitsPerSecond = rate }).Fetch.TotalMilliseconds, 0.1);

    /// <summary>Kurose and Ross, §3.7: O/S = 15, initial window 1, RTT = 2·S/R: K = 4 windows, Q = 2, P = 2 stalls.</summary>
    [Fact]
    public void The_textbook_example_comes_out()
    {
        const int segment = 1000;
        var sOverR = TimeSpan.FromMilliseconds(1);
        var example = new Transfer
        {
            SizeBytes = 15 * segment,
            Mss = segment,
            HeaderBytes = 0,
            InitCwnd = 1,
            Rtt = 2 * sOverR,
            RateBitsPerSecond = segment * 8 / sOverR.TotalSeconds,
        };
        var prediction = SlowStart.Predict(example);
        Assert.Equal(4, prediction.Rounds);
        Assert.Equal(2, prediction.Stalls);
        Assert.Equal(2, SlowStart.Predict(example with { SizeBytes = 1_000_000 * segment }).Stalls);
        // latency = 2·RTT + O/R + P·(RTT + S/R) − (2^P − 1)·S/R
        Assert.Equal(4 + 15 + 2 * 3 - 3, prediction.Total.TotalMilliseconds, 1e-9);
    }

    [Fact]
    public void Handshake_Tls_and_server_time_come_on_top()
    {
        var prediction = SlowStart.Predict(
            Fetch(13_516, 10) with
            {
                HandshakeRounds = 1,
                TlsRounds = 2,
                ServerTime = TimeSpan.FromMilliseconds(7),
            }
        );
        Assert.Equal(100, prediction.Fetch.TotalMilliseconds, 1e-9);
        Assert.Equal(407, prediction.Total.TotalMilliseconds, 1e-9);
    }

    [Theory]
    [InlineData(100, 64_240, null, 44, BindingTerm.PeerWindow)]
    [InlineData(44, 64_240, null, 44, BindingTerm.InitCwnd)]
    [InlineData(32, 64_240, 24, 24, BindingTerm.SendBuffer)]
    [InlineData(32, 1, null, 1, BindingTerm.PeerWindow)]
    public void The_binding_term_is_named(int iw, int peer, int? buffer, int segments, BindingTerm binding)
    {
        var prediction = SlowStart.Predict(Fetch(300_000, iw) with { PeerWindowBytes = peer, SendBufferSegments = buffer });
        Assert.Equal((segments, binding), (prediction.EffectiveSegments, prediction.Binding));
    }

    /// <summary>IW 10 against a window of 20 segments: flights of 10, 20, 20, …</summary>
    [Theory]
    [InlineData(10, 1)]
    [InlineData(30, 2)]
    [InlineData(31, 3)]
    [InlineData(50, 3)]
    [InlineData(51, 4)]
    [InlineData(2_000_030, 100_002)]
    public void A_bound_window_stops_doubling(long segments, int rounds) =>
        Assert.Equal(rounds, SlowStart.Predict(Fetch(segments * 1448, 10) with { PeerWindowBytes = 20 * 1448 }).Rounds);

    [Fact]
    public void A_cached_threshold_costs_a_round_on_a_healthy_path()
    {
        Assert.Equal(3, SlowStart.Predict(Fetch(50_000, 10)).Rounds);
        Assert.Equal(4, SlowStart.Predict(Fetch(100_000, 10) with { SsThresh = 23 }).Rounds);
        Assert.Equal(3, SlowStart.Predict(Fetch(100_000, 10)).Rounds);
    }

    [Fact]
    public void Impossible_transfers_are_refused()
    {
        var good = Fetch(1, 1);
        Transfer[] bad =
        [
            good with
            {
                SizeBytes = 0,
            },
            good with
            {
                InitCwnd = 0,
            },
            good with
            {
                Mss = 0,
            },
            good with
            {
                RateBitsPerSecond = 0,
            },
            good with
            {
                RateBitsPerSecond = double.NaN,
            },
            good with
            {
                Rtt = TimeSpan.FromTicks(-1),
            },
            good with
            {
                PeerWindowBytes = 0,
            },
            good with
            {
                SendBufferSegments = 0,
            },
            good with
            {
                SsThresh = 0,
            },
            good with
            {
                TlsRounds = -1,
            },
            good with
            {
                PacingGain = 0,
            },
            good with
            {
                SizeBytes = 1L << 50,
                Mss = 1,
                SendBufferSegments = 1,
            },
            good with
            {
                SizeBytes = 1L << 50,
                RateBitsPerSecond = 1e-3,
            },
        ];
        Assert.All(bad, transfer => Assert.Throws<ArgumentOutOfRangeException>(() => SlowStart.Predict(transfer)));
    }
}
