using System.Runtime.InteropServices;
using IwTune.Agent.Linux;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>Without CAP_NET_ADMIN routes can be read; writing names the capability.</summary>
public sealed partial class PrivilegeTests
{
    [Fact]
    public void A_write_without_the_capability_names_it()
    {
        using var zoo = new RouteZoo();
        zoo.Host.Ip("route add default via 10.99.0.2");
        var oracle = zoo.Oracle();
        var missing = zoo.Host.Run(() =>
        {
            Assert.Null(Privilege.Lacking());
            GiveUpCapabilities();
            Assert.Contains("CAP_NET_ADMIN", Privilege.Lacking(), StringComparison.Ordinal);
            var snapshot = zoo.Tuner.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult();
            var target = snapshot.Targets.Single(target => target.Id == "ipv4 main default via 10.99.0.2 dev v0");
            return Assert.Throws<HostUnsupportedException>(() =>
                zoo.Tuner.ApplyAsync(new Step.Set(target, new Window(20, null)), CancellationToken.None).AsTask().GetAwaiter().GetResult()
            );
        });
        Assert.Equal("CAP_NET_ADMIN", missing.Privilege);
        Assert.Contains("run as root", missing.Message, StringComparison.Ordinal);
        Assert.Equal(oracle, zoo.Oracle());
    }

    [Theory]
    [InlineData("CapEff:\t000001ffffffffff", true)]
    [InlineData("CapPrm:\t000001ffffffffff\nCapEff:\t0000000000001000", true)]
    [InlineData("CapPrm:\t000001ffffffffff\nCapEff:\t000001ffffffefff", false)]
    [InlineData("Name: x", false)]
    public void Net_admin_is_read_from_the_effective_set(string status, bool has) =>
        Assert.Equal(has, Privilege.HasNetAdmin(status.Split('\n')));

    /// <summary>Capabilities belong to a thread; this one ends with the test.</summary>
    private static void GiveUpCapabilities()
    {
        uint[] header = [0x20080522, 0];
        Assert.Equal(0, SetCapabilities(header, new uint[6]));
    }

    [LibraryImport("libc", EntryPoint = "capset", SetLastError = true)]
    private static partial int SetCapabilities(uint[] header, uint[] sets);
}
