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
}
