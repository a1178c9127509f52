using IwTune.Agent.Linux.Effective;
using IwTune.Lab;
using TcpInfo = IwTune.Agent.Linux.Probing.TcpInfo;

namespace IwTune.Agent.Tests.Linux.Effective;

/// <summary>The reported window is the one that a real peer receives, with and without initrwnd.</summary>
public sealed class ReceiveWindowTests
{
    private const int Usual = 131072,
        Large = 4 << 20,
        Ceiling = 32 << 20;

    [Theory]
    [InlineData(Usual, 0, 64512)]
    [InlineData(Usual, 44, 64512)]
    [InlineData(Usual, 100, 64512)]
    [InlineData(Usual, 2000, 64512)]
    [InlineData(Usual, 1, 2048)]
    [InlineData(Usual, 10, 15360)]
    [InlineData(Large, 0, 2097152)]
    [InlineData(Large, 100, 146432)]
    [InlineData(Large, 400, 584704)]
    public async Task On_this_kernel_initrwnd_caps_and_the_receive_buffer_decides(int buffer, int initrwnd, int announced)
    {
        using var host = new Connecting(initrwnd == 0 ? "" : $"initrwnd {initrwnd}");
        host.Zoo.Host.Sysctl("net.ipv4.tcp_rmem", $"4096 {buffer} {Ceiling}");
        var (here, there) = host.Connect();
        here.Send([1]); // the handshake's last segment may still be on its way
        await Until.TrueAsync(() => there.Available > 0, () => "nothing came");
        Assert.Equal(announced, TcpInfo.Read(there).PeerWindowBytes);

        var told = new InitRwnd("6.18.44", (buffer, Ceiling)).Of(initrwnd == 0 ? 100_000 : initrwnd, TcpInfo.Read(here).AdvertisedMss);
        Assert.Equal(announced, told.With);
    }
}
