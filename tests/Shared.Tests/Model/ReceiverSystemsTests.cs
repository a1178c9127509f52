using IwTune.Shared.Model;

namespace IwTune.Shared.Tests.Model;

/// <summary>Handshakes as captures of these systems have them, and what they may be.</summary>
public sealed class ReceiverSystemsTests
{
    private const string Larger = "Linux with a larger tcp_rmem",
        Apple = "macOS or iOS",
        Ten = "Windows 10, Server 2016 or newer";

    [Theory]
    [InlineData(64240, 1460, 7, 64, "Linux 4.20 or newer")]
    [InlineData(64240, 1460, 10, 57, "Linux 4.20 or newer")]
    [InlineData(64240, 1400, 7, 64, "Linux 4.20 or newer")] // a router announced less
    [InlineData(64400, 1400, 7, 64, "Linux 4.20 or newer")] // its own tunnel
    [InlineData(64240, 1460, 8, 128, Ten)]
    [InlineData(65535, 1460, 8, 113, Ten)]
    [InlineData(29200, 1460, 7, 50, "Linux 3.11 to 4.19")]
    [InlineData(26880, 8960, 7, 64, "Linux 3.11 to 4.19")]
    [InlineData(14600, 1460, 6, 64, "Linux 2.6.39 to 3.10")]
    [InlineData(5840, 1460, 6, 64, "Linux before 2.6.39")]
    [InlineData(17920, 8960, 6, 64, "Linux 2.6.39 to 3.10", "Linux before 2.6.39")]
    [InlineData(8192, 1460, 2, 128, "Windows Vista to 8.1, Server 2008 to 2012 R2")]
    [InlineData(8192, 1460, null, 120, "Windows Vista to 8.1, Server 2008 to 2012 R2")]
    [InlineData(65535, 1460, null, 128, "Windows XP, Server 2003")]
    [InlineData(65535, 1460, 5, 64, Larger, "Android", Apple)]
    [InlineData(65535, 1460, 6, 64, Larger, "Android", Apple, "FreeBSD")]
    [InlineData(65535, 1460, 9, 64, Larger, "Android")]
    [InlineData(16384, 1460, 3, 64, "OpenBSD")]
    public void A_SYN_may_be_of_every_system_that_is_known_for_it(int window, int mss, int? scale, int hops, params string[] systems) =>
        Assert.Equal(systems, ReceiverSystems.Of(new(window, mss, scale, hops, IsAnswer: false, V6: false)));

    [Theory]
    [InlineData(65160, "Linux 4.20 or newer")]
    [InlineData(28960, "Linux 3.11 to 4.19")]
    [InlineData(14480, "Linux 2.6.39 to 3.10")]
    [InlineData(5792, "Linux before 2.6.39")]
    public void In_a_SYN_ACK_time_stamps_take_their_room(int window, string system)
    {
        Assert.Equal([system], ReceiverSystems.Of(new(window, 1460, 7, 64, IsAnswer: true, V6: false)));
        Assert.Empty(ReceiverSystems.Of(new(window, 1460, 7, 64, IsAnswer: false, V6: false)));
    }

    [Fact]
    public void Segments_are_smaller_over_IPv6()
    {
        Assert.Equal(["Linux 4.20 or newer"], ReceiverSystems.Of(new(64800, 1380, 7, 64, IsAnswer: false, V6: true)));
        Assert.Equal([Ten], ReceiverSystems.Of(new(64800, 1440, 8, 128, IsAnswer: false, V6: true)));
    }

    [Theory]
    [InlineData(1024, 1460, null, 64)] // nmap
    [InlineData(64240, 1460, 7, 128)] // neither Linux nor Windows
    [InlineData(29200, 1460, 7, 250)]
    [InlineData(0, null, null, 64)]
    public void What_no_row_has_is_nothing(int window, int? mss, int? scale, int hops) =>
        Assert.Empty(ReceiverSystems.Of(new(window, mss, scale, hops, IsAnswer: false, V6: false)));

    [Fact]
    public void Every_row_has_its_source() => Assert.All(ReceiverSystems.All, one => Assert.True(one.Source.Length > 3, one.Name));
}
