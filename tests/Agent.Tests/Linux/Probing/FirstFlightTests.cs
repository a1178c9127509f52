using IwTune.Agent.Linux.Probing;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Linux.Probing;

/// <summary>The least term decides, and is named.</summary>
public sealed class FirstFlightTests
{
    [Theory]
    [InlineData(10, 64512L, 43520L, 14480, 10, BindingTerm.InitCwnd)]
    [InlineData(100, 64512L, 435200L, 64512, 44, BindingTerm.PeerWindow)]
    [InlineData(100, 64512L, 8192L, 8192, 5, BindingTerm.SendBuffer)]
    [InlineData(100, 512L, 8192L, 512, 0, BindingTerm.PeerWindow)]
    [InlineData(100, null, 435200L, 144800, 100, BindingTerm.InitCwnd)]
    public void The_smallest_term_binds(int cwnd, long? peerWindow, long sendBuffer, long bytes, int segments, BindingTerm binding) =>
        Assert.Equal(new FirstFlight(bytes, segments, binding), FirstFlight.Of(new TcpInfo(1448, cwnd, 100_000, 0, 0, peerWindow, sendBuffer)));

    [Theory]
    [InlineData(104, false)]
    [InlineData(231, false)]
    [InlineData(232, true)]
    [InlineData(256, true)]
    public void A_kernel_that_tells_less_is_read_as_far_as_it_goes(int length, bool hasPeerWindow)
    {
        var raw = new byte[length];
        BitConverter.TryWriteBytes(raw.AsSpan(16), 1448);
        BitConverter.TryWriteBytes(raw.AsSpan(68), 101_500);
        BitConverter.TryWriteBytes(raw.AsSpan(80), 23);
        BitConverter.TryWriteBytes(raw.AsSpan(100), 2);
        var info = TcpInfo.Parse(raw, 43520);
        Assert.Equal((1448, 23, 101_500L, 2, 43520L), (info.SendMss, info.SendCwnd, info.RttMicroseconds, info.TotalRetransmits, info.SendBufferBytes));
        Assert.Equal(hasPeerWindow, info.PeerWindowBytes is not null);
    }
}
