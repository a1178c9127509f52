using IwTune.Agent.Linux.Probing;

namespace IwTune.Agent.Tests.Linux.Probing;

public sealed class TcpInfoTests
{
    [Theory]
    [InlineData(104, false, false)]
    [InlineData(208, false, false)]
    [InlineData(216, true, false)]
    [InlineData(231, true, false)]
    [InlineData(232, true, true)]
    [InlineData(280, true, true)]
    public void A_kernel_that_tells_less_is_read_as_far_as_it_goes(int length, bool hasBytes, bool hasPeerWindow)
    {
        var raw = new byte[length];
        BitConverter.TryWriteBytes(raw.AsSpan(16), 1448);
        BitConverter.TryWriteBytes(raw.AsSpan(68), 101_500);
        BitConverter.TryWriteBytes(raw.AsSpan(80), 23);
        BitConverter.TryWriteBytes(raw.AsSpan(100), 2);
        var info = TcpInfo.Parse(raw);
        Assert.Equal((1448, 23, 101_500L, 2), (info.SendMss, info.SendCwnd, info.RttMicroseconds, info.TotalRetransmits));
        Assert.Equal((hasBytes, hasPeerWindow), (info.BytesSentAgain is not null, info.PeerWindowBytes is not null));
    }

    [Theory]
    [InlineData(21u, 21)]
    [InlineData(0x7fffffffu, null)]
    [InlineData(uint.MaxValue, null)]
    [InlineData(0u, null)]
    public void The_slow_start_threshold_is_told_once_slow_start_was_left(uint raw, int? told)
    {
        var info = Whole(bytes => BitConverter.TryWriteBytes(bytes.AsSpan(76), raw));
        Assert.Equal(told, info.SlowStartThreshold);
    }

    [Fact]
    public void Delivery_and_acknowledged_bytes_are_told()
    {
        var info = Whole(bytes =>
        {
            bytes[7] = 0b0000_0101; // app-limited, and a failed fast open beside it
            BitConverter.TryWriteBytes(bytes.AsSpan(120), 50_001L);
            BitConverter.TryWriteBytes(bytes.AsSpan(160), 250_000L);
            BitConverter.TryWriteBytes(bytes.AsSpan(168), 4_000L);
            BitConverter.TryWriteBytes(bytes.AsSpan(196), 3);
        });
        Assert.Equal((50_001L, 250_000L, true), (info.BytesAcknowledged, info.DeliveryRate, info.DeliveryHeldByApplication));
        Assert.Equal((4_000L, 3L), (info.BusyMicroseconds, info.DeliveredMarked));
        Assert.False(Whole(bytes => bytes[7] = 0b0000_0100).DeliveryHeldByApplication);
        Assert.Null(Whole(_ => { }).DeliveryRate);
        Assert.Null(TcpInfo.Parse(new byte[104]).BytesAcknowledged);
    }

    private static TcpInfo Whole(Action<byte[]> write)
    {
        var raw = new byte[280];
        write(raw);
        return TcpInfo.Parse(raw);
    }
}
