using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Ownership;
using IwTune.Agent.Tests.Linux.Watching;

namespace IwTune.Agent.Tests.Linux.Ownership;

/// <summary>State files of real daemons.</summary>
public sealed class InterfaceOwnersTests
{
    private static readonly string Run = Path.Combine(AppContext.BaseDirectory, "fixtures", "linux", "run");

    [Theory]
    [InlineData(2, null)]
    [InlineData(3, "NetworkManager")]
    [InlineData(4, null)]
    [InlineData(5, "systemd-networkd")]
    [InlineData(6, null)]
    [InlineData(0, null)]
    public void A_managed_interface_names_its_manager(int index, string? owner) => Assert.Equal(owner, new InterfaceOwners(Run).Of(index));

    [Theory]
    [InlineData("dhclient.eth0.pid", "dhclient", "", true)]
    [InlineData("dhclient-eth0.pid", "dhclient", "", true)]
    [InlineData("dhclient.pid", "dhclient", "dhclient -4 eth0 eth1", true)]
    [InlineData("dhclient.pid", "dhclient", "dhclient -4 eth1", false)]
    [InlineData("dhclient.eth1.pid", "dhclient", "", false)]
    [InlineData("dhclient.eth0.pid", "another", "", false)]
    public void A_living_dhclient_is_found_by_its_file(string file, string program, string typed, bool found)
    {
        using var proc = new FakeProc();
        var run = Directory.CreateTempSubdirectory("iwtune-run-");
        File.WriteAllText(Path.Combine(run.FullName, file), "812\n");
        Assert.False(new InterfaceOwners(run.FullName, proc.Path).HasDhclient("eth0"));
        proc.Process(812, program, 1, typed: typed);
        Assert.Equal(found, new InterfaceOwners(run.FullName, proc.Path).HasDhclient("eth0"));
        run.Delete(recursive: true);
    }

    [Fact]
    public void Another_namespace_has_no_managers()
    {
        using var zoo = new RouteZoo();
        Assert.Empty(zoo.Host.Run(HostPlaces.Here).RunDirectory);
    }
}
