using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Tests.Linux.Facts;

public sealed class LinuxHostFactsTests
{
    [Fact]
    public void Facts_are_those_of_the_namespace()
    {
        using var zoo = new RouteZoo();
        zoo.Host.Ip("link set v1 mtu 1400 down");
        var facts = zoo.Host.Run(() => new LinuxHostFacts().Read());

        Assert.Equal("linux", facts.Os);
        Assert.Equal(File.ReadAllText("/proc/sys/kernel/osrelease").Trim(), facts.Kernel);
        Assert.NotEmpty(facts.OsName);
        Assert.NotEmpty(facts.BootId);
        Assert.NotEmpty(facts.CongestionControl);
        Assert.Matches(@"^\d+ \d+ \d+$", facts.Settings["net.ipv4.tcp_rmem"]);
        Assert.Equal(["v0", "v1"], facts.Nics.Select(nic => nic.Name).Order(StringComparer.Ordinal));
        var v1 = facts.Nics.Single(nic => nic.Name == "v1");
        Assert.Equal((1400, "veth", false), (v1.Mtu, v1.Driver, v1.Up));
        Assert.Contains("tso", v1.Offloads);
    }

    [Fact]
    public void A_switched_off_offload_is_not_listed()
    {
        using var zoo = new RouteZoo();
        if (!IwTune.Lab.Commands.Installed("ethtool"))
            Lacking.Skip("ethtool is not installed: apt install ethtool");
        zoo.Host.Exec("ethtool", "-K", "v0", "tso", "off", "gro", "on");
        var nic = zoo.Host.Run(() => new LinuxHostFacts().Read()).Nics.Single(nic => nic.Name == "v0");
        Assert.DoesNotContain("tso", nic.Offloads);
        Assert.Contains("gro", nic.Offloads);
    }

    [Theory]
    [InlineData("PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"", "Debian GNU/Linux 12 (bookworm)")]
    [InlineData("NAME=Arch\nPRETTY_NAME='Arch Linux'", "Arch Linux")]
    [InlineData("ID=strange", "Linux")]
    public void A_distribution_has_a_name(string file, string name) => Assert.Equal(name, OsRelease.PrettyName(file.Split('\n')));
}
