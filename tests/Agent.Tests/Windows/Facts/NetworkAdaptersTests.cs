using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Tests.Windows.Facts;

public sealed class NetworkAdaptersTests
{
    private const string Id = "{0F0AC9D2-8DBE-4B1B-9C6B-3B3F8F3F0001}";
    private static readonly Adapter Ethernet = new(Id, "Ethernet", 1500, "Some adapter #2", true);

    [Fact]
    public void Offloads_are_those_that_the_driver_has_on()
    {
        var key = NetworkAdapters.Class + @"\0007";
        var registry = new FakeRegistry()
            .With(NetworkAdapters.Class + @"\0001", "NetCfgInstanceId", "{another}")
            .With(NetworkAdapters.Class + @"\0001", "*RscIPv4", "1")
            .With(key, "NetCfgInstanceId", Id.ToLowerInvariant())
            .With(key, "DriverDesc", "Some adapter")
            .With(key, "*LsoV2IPv4", "1")
            .With(key, "*RscIPv4", "0")
            .With(key, "*RscIPv6", "0");
        var nic = Assert.Single(new NetworkAdapters(registry, () => [Ethernet]).Read());
        Assert.Equal(("Ethernet", 1500, "Some adapter", true), (nic.Name, nic.Mtu, nic.Driver, nic.Up));
        Assert.Equal(["lso"], nic.Offloads);
    }

    [Fact]
    public void An_adapter_without_a_driver_in_the_registry_is_told_by_its_description()
    {
        var nic = Assert.Single(new NetworkAdapters(new FakeRegistry(), () => [Ethernet]).Read());
        Assert.Equal("Some adapter #2", nic.Driver);
        Assert.Empty(nic.Offloads);
    }
}
