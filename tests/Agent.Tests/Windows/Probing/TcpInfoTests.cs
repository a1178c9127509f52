using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows.Probing;

namespace IwTune.Agent.Tests.Windows.Probing;

public sealed class TcpInfoTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void Every_version_is_read_by_the_offsets_of_the_first(int version)
    {
        var info = WindowsTcpInfo.Parse(
            Raw.TcpInfo(version, 1460, 29_200, rtt: 31_415, peerWindow: 262_144, bytesOut: 7, sentAgain: 3, syns: 2, timestamps: true)
        );
        Assert.Equal(
            new WindowsTcpInfo
            {
                State = 4,
                Mss = 1460,
                CwndBytes = 29_200,
                RttMicroseconds = 31_415,
                PeerWindowBytes = 262_144,
                BytesOut = 7,
                BytesSentAgain = 3,
                SynsSentAgain = 2,
                Timestamps = true,
            },
            info
        );
        Assert.True(info!.IsEstablished);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(87)]
    public void Fewer_bytes_than_the_first_version_has_are_nothing(int length) =>
        Assert.Null(WindowsTcpInfo.Parse(Raw.TcpInfo(0, 1460, 14_600).AsSpan(0, length)));

    [Theory]
    [InlineData(-1)]
    [InlineData(11)]
    [InlineData(int.MaxValue)]
    public void What_is_no_state_of_a_connection_is_nothing(int state) =>
        Assert.Null(WindowsTcpInfo.Parse(Raw.TcpInfo(1, 1460, 14_600, state)));

    [Fact]
    public void Any_bytes_are_read_or_refused_and_never_thrown_at() =>
        Prop.ForAll<byte[]>(raw => WindowsTcpInfo.Parse(raw) is null || raw.Length >= WindowsTcpInfo.LengthOfV0).QuickCheckThrowOnFailure();
}
