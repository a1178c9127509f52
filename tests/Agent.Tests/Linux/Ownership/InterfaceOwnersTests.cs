using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Ownership;

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

    [Fact]
    public void Another_namespace_has_no_managers()
    {
        using var zoo = new RouteZoo();
        Assert.Empty(zoo.Host.Run(HostPlaces.Here).RunDirectory);
    }
}
