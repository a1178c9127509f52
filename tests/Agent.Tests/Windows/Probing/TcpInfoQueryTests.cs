using System.Net.Sockets;
using IwTune.Agent.Windows.Probing;

namespace IwTune.Agent.Tests.Windows.Probing;

public sealed class TcpInfoQueryTests : IDisposable
{
    private readonly Socket _connection = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly List<int> _asked = [];

    public void Dispose() => _connection.Dispose();

    [Fact]
    public void The_richer_version_is_asked_first()
    {
        Assert.Equal(14_600u, Ask(_ => Raw.TcpInfo(1, 1460, 14_600))!.CwndBytes);
        Assert.Equal([1], _asked);
    }

    [Theory]
    [InlineData(SocketError.InvalidArgument)]
    [InlineData(SocketError.OperationNotSupported)]
    public void Where_only_the_older_is_known_that_one_counts(SocketError error)
    {
        Assert.Equal(
            14_600u,
            Ask(version => version == 0 ? Raw.TcpInfo(0, 1460, 14_600) : throw new SocketException((int)error))!.CwndBytes
        );
        Assert.Equal([1, 0], _asked);
    }

    [Theory]
    [InlineData(SocketError.InvalidArgument)]
    [InlineData(SocketError.OperationNotSupported)]
    public void A_Windows_that_knows_neither_tells_nothing(SocketError error) =>
        Assert.Null(Ask(_ => throw new SocketException((int)error)));

    [Fact]
    public void A_broken_connection_is_not_taken_for_an_old_Windows() =>
        Assert.Throws<SocketException>(() => Ask(_ => throw new SocketException((int)SocketError.ConnectionReset)));

    [Fact]
    public void The_code_is_the_one_of_the_header() => Assert.Equal("D8000027", TcpInfoQuery.SioTcpInfo.ToString("X8", null));

    private WindowsTcpInfo? Ask(Func<int, byte[]> answer) =>
        new TcpInfoQuery(
            (_, code, input, output) =>
            {
                Assert.Equal(TcpInfoQuery.SioTcpInfo, code);
                var version = BitConverter.ToInt32(input);
                _asked.Add(version);
                var raw = answer(version);
                raw.CopyTo(output, 0);
                return raw.Length;
            }
        ).Ask(_connection);
}
