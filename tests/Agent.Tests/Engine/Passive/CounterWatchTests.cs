using IwTune.Agent.Engine.Passive;
using IwTune.Agent.Linux.Doctor.Reading;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Facts;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine.Passive;

public sealed class CounterWatchTests
{
    private readonly TestClock _clock = new();
    private TcpCounts? _counts = new(1000, 10) { Timeouts = 3 };

    [Fact]
    public void What_counters_grew_by_is_told_once_and_shown_in_between()
    {
        var watch = new CounterWatch(() => _counts, _clock);
        Assert.Null(watch.Grown());
        Assert.Null(watch.Next());
        var since = _clock.GetUtcNow();
        _clock.Advance(TimeSpan.FromMinutes(1));
        _counts = new TcpCounts(1500, 14) { Timeouts = 4, LossProbes = 9 };
        foreach (var told in new[] { watch.Grown(), watch.Next() })
        {
            Assert.Equal((HostCounters.Target, EvidenceMethod.Passive, _clock.GetUtcNow()), (told!.TargetId, told.Method, told.At));
            Assert.Equal(
                new HostCounters
                {
                    Since = since,
                    Segments = 500,
                    SegmentsAgain = 4,
                    Timeouts = 1,
                },
                told.Counters
            );
        }
        Assert.Equal(0, watch.Next()!.Counters!.Segments);
    }

    [Fact]
    public void Counters_that_went_backwards_or_cannot_be_read_begin_anew()
    {
        var watch = new CounterWatch(() => _counts, _clock);
        watch.Next();
        _counts = new TcpCounts(5, 0);
        Assert.Null(watch.Next());
        _counts = new TcpCounts(8, 1);
        Assert.Equal(3, watch.Next()!.Counters!.Segments);
        _counts = null;
        Assert.Null(watch.Next());
        _counts = new TcpCounts(9, 1);
        Assert.Null(watch.Next());
    }

    [Fact]
    public void The_kernels_tables_are_read()
    {
        var counts = TcpCountsReading.Of(
            TcpCounters.Parse([
                "Tcp: RtoAlgorithm OutSegs RetransSegs InErrs",
                "Tcp: 1 12992 3 0",
                "TcpExt: TCPTimeouts TCPLossProbes TCPSlowStartRetrans",
                "TcpExt: 1 4 2",
            ])
        );
        Assert.Equal(
            new TcpCounts(12992, 3)
            {
                Timeouts = 1,
                LossProbes = 4,
                SlowStartAgain = 2,
            },
            counts
        );
        Assert.Null(TcpCountsReading.Of(new Dictionary<string, long>(StringComparer.Ordinal)));
        Assert.True(TcpCountsReading.Read() is { Segments: > 0 });
    }

    /// <summary>MIB_TCPSTATS2: nine DWORDs, padding, InSegs, OutSegs, then RetransSegs (tcpmib.h).</summary>
    [Fact]
    public void The_statistics_of_Windows_are_read_by_their_layout()
    {
        var raw = new byte[72];
        BitConverter.TryWriteBytes(raw.AsSpan(40), 7_000_000_000L);
        BitConverter.TryWriteBytes(raw.AsSpan(48), 9_000_000_000L);
        BitConverter.TryWriteBytes(raw.AsSpan(56), 4_000_000_000u);
        BitConverter.TryWriteBytes(raw.AsSpan(60), 77u);
        Assert.Equal(new TcpCounts(9_000_000_000, 4_000_000_000), TcpStatistics.Parse(raw));
    }
}
