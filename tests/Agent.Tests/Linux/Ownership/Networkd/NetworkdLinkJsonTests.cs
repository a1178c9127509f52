using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Linux.Ownership.Networkd;

namespace IwTune.Agent.Tests.Linux.Ownership.Networkd;

/// <summary>
/// A captured answer of systemd-networkd 252 about a link with a lease, static routes, an advertised router and two foreign routes.
/// </summary>
public sealed class NetworkdLinkJsonTests
{
    private static readonly string Answer = File.ReadAllText(
        Path.Combine(AppContext.BaseDirectory, "fixtures", "linux", "networkd", "describe-link-252.json")
    );

    [Theory]
    [InlineData("0.0.0.0/0", "10.60.0.1", 1024, 16, "Dhcp4")]
    [InlineData("10.7.0.0/16", "10.60.0.1", 100, 4, "Static")]
    [InlineData("::/0", "fd60::1", 1024, 4, "Static")]
    [InlineData("::/0", "fe80::747a:4eff:feaa:c636", 1024, 9, "RouterAdvertisement")]
    [InlineData("fd60::/64", null, 1024, 9, "RouterAdvertisement")]
    [InlineData("0.0.0.0/0", "10.60.0.1", 1023, 105, "nobody's")]
    [InlineData("10.60.0.0/24", null, 1024, 2, "nobody's")]
    public void Every_route_says_what_it_was_made_from(string destination, string? gateway, int metric, int protocol, string source)
    {
        var link = NetworkdLinkJson.Read(Answer)!;
        var found = Assert.Single(
            link.Routes!,
            route =>
                route.Key.Priority == metric
                && route.Protocol == protocol
                && route.Gateway?.ToString() == gateway
                && Destination(route) == destination
        );
        Assert.Equal(source, found.Source?.ToString() ?? "nobody's");
    }

    [Fact]
    public void The_file_that_configures_the_link_is_named() =>
        Assert.Equal("/etc/systemd/network/10-eth0.network", NetworkdLinkJson.Read(Answer)!.File);

    [Fact]
    public void A_link_that_it_leaves_alone_is_not_its_own() =>
        Assert.Null(
            NetworkdLinkJson.Read(
                Answer.Replace(
                    "\"AdministrativeState\": \"configured\"",
                    "\"AdministrativeState\": \"unmanaged\"",
                    StringComparison.Ordinal
                )
            )
        );

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{\"AdministrativeState\":7}")]
    [InlineData("{\"AdministrativeState\":\"configured\"")]
    public void What_is_no_answer_says_nothing(string answer) => Assert.Null(NetworkdLinkJson.Read(answer));

    [Theory]
    [InlineData("""{"Family":2}""")]
    [InlineData("""{"Family":2,"Destination":[1,2,3],"DestinationPrefixLength":24,"ConfigSource":"static"}""")]
    [InlineData("""{"Family":2,"Destination":[1,2,3,256],"DestinationPrefixLength":24,"ConfigSource":"static"}""")]
    [InlineData("""{"Family":10,"Destination":[1,2,3,4],"DestinationPrefixLength":24,"ConfigSource":"static"}""")]
    [InlineData("""{"Family":2,"Destination":[1,2,3,0],"DestinationPrefixLength":-1,"ConfigSource":"static"}""")]
    [InlineData("7")]
    public void A_route_that_cannot_be_read_is_left_out(string route) =>
        Assert.Empty(NetworkdLinkJson.Read($$"""{"AdministrativeState":"configured","Routes":[{{route}}]}""")!.Routes!);

    [Fact]
    public void However_an_answer_is_cut_or_changed_it_is_read_or_it_is_not() =>
        Prop.ForAll(
                Gen.Choose(0, Answer.Length - 1).ToArbitrary(),
                Gen.Choose(32, 126).ToArbitrary(),
                (at, with) =>
                {
                    _ = NetworkdLinkJson.Read(Answer[..at]);
                    _ = NetworkdLinkJson.Read(Answer[..at] + (char)with + Answer[(at + 1)..]);
                }
            )
            .QuickCheckThrowOnFailure();

    private static string Destination(NetworkdRoute route)
    {
        var bytes = new byte[16];
        System.Buffers.Binary.BinaryPrimitives.WriteUInt128BigEndian(bytes, route.Key.Destination);
        return $"{new IPAddress(route.Key.Family == RouteNumbers.Inet ? bytes[12..] : bytes)}/{route.Key.DestinationLength}";
    }
}
