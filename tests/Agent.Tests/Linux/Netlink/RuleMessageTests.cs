using System.Net;
using IwTune.Agent.Linux.Netlink;

namespace IwTune.Agent.Tests.Linux.Netlink;

public sealed class RuleMessageTests
{
    [Theory]
    [InlineData(8, "10.1.2.3", "10.0.0.0/8")]
    [InlineData(12, "10.31.2.3", "10.16.0.0/12")]
    [InlineData(32, "10.1.2.3", "10.1.2.3/32")]
    [InlineData(0, "10.1.2.3", "0.0.0.0/0")]
    [InlineData(33, "2001:db8:ffff::1", "2001:db8:8000::/33")]
    public void A_destination_is_read_without_the_bits_that_the_kernel_does_not_compare(byte length, string written, string prefix) =>
        Assert.Equal(IPNetwork.Parse(prefix), RuleMessage.Read(Rule(length, IPAddress.Parse(written).GetAddressBytes())).Destination);

    [Theory]
    [InlineData(8, 3)]
    [InlineData(33, 4)]
    [InlineData(129, 16)]
    public void A_destination_that_is_no_prefix_is_the_readers_own_error(byte length, int bytes) =>
        Assert.Throws<NetlinkFormatException>(() => RuleMessage.Read(Rule(length, new byte[bytes])));

    private static byte[] Rule(byte length, byte[] destination) =>
        new NetlinkWriter()
            .Bytes([2, length, 0, 0, 100, 0, 0, RuleMessage.ToTable, 0, 0, 0, 0])
            .Attribute((ushort)RuleAttribute.Destination, destination)
            .ToMessage(MessageType.NewRule, RequestFlags.Request)[NetlinkWriter.MessageHeader..];
}
