using System.Net;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Policies;

/// <summary>What the ids of targets say of their places.</summary>
public sealed class TargetPlaceTests
{
    [Theory]
    [InlineData("ipv4 main default via 192.0.2.1 dev eth0 metric 100", "main", "0.0.0.0/0", "eth0")]
    [InlineData("ipv4 main default dev eth0", "main", "0.0.0.0/0", "eth0")]
    [InlineData("ipv6 main default via fe80::1 dev eth0", "main", "::/0", "eth0")]
    [InlineData("ipv4 local 127.0.0.0/8 dev lo", "local", "127.0.0.0/8", "lo")]
    [InlineData("ipv6 table 100 2001:db8::/32 via fe80::1 dev eth1", "100", "2001:db8::/32", "eth1")]
    [InlineData("ipv4 table default default via 192.0.2.1 dev eth0", "253", "0.0.0.0/0", "eth0")]
    [InlineData("ipv4 main 10.0.0.0/8 nexthop via 192.0.2.1 dev eth0 nexthop via 192.0.2.2 dev eth1", "main", "10.0.0.0/8", null)]
    [InlineData("ipv4 main 10.0.0.0/8 nhid 7", "main", "10.0.0.0/8", null)]
    [InlineData("ipv4 main 10.0.0.0/8", "main", "10.0.0.0/8", null)]
    [InlineData("ipv4 main 10.0.0.0/8 dev", "main", "10.0.0.0/8", null)]
    [InlineData("filter 10.0.0.0/8", "main", "10.0.0.0/8", null)]
    public void The_id_of_a_route_has_its_table_its_destination_and_its_interface(
        string id,
        string table,
        string destination,
        string? leaves
    )
    {
        Assert.True(TargetPlace.TryParse(id, out var place));
        Assert.Equal(new TargetPlace(table, IPNetwork.Parse(destination), leaves), place);
    }

    [Theory]
    [InlineData("template Internet", true)]
    [InlineData("filter tcp", false)]
    public void An_id_without_a_destination_serves_everything_it_is_used_for(string id, bool used)
    {
        Assert.True(TargetPlace.TryParse(id, out var place));
        Assert.Equal(new TargetPlace("main", IPNetwork.Parse("0.0.0.0/0"), null, used), place);
    }

    [Theory]
    [InlineData("")]
    [InlineData("template")]
    [InlineData("filter")]
    [InlineData("ipv4")]
    [InlineData("ipv4 main")]
    [InlineData("ipv4 table")]
    [InlineData("ipv4 table 100")]
    [InlineData("ipv4 main nowhere dev eth0")]
    [InlineData("ipv4  main default")]
    [InlineData("ipx main default dev eth0")]
    [InlineData("container docker")]
    public void An_id_of_another_form_has_no_place(string id) => Assert.False(TargetPlace.TryParse(id, out _));
}
