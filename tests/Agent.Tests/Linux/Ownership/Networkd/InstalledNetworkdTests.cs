using IwTune.Agent.Linux.Ownership.Networkd;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Ownership.Networkd;

/// <summary>Which version of systemd-networkd will read the drop-ins.</summary>
public sealed class InstalledNetworkdTests
{
    [Theory]
    [InlineData("systemd 252 (252.39-1~deb12u2)", 252)]
    [InlineData("systemd 255 (255.4-1.fc40)", 255)]
    [InlineData("systemd 257~rc2", 257)]
    [InlineData("systemd 239", 239)]
    [InlineData("systemd", null)]
    [InlineData("networkd 255", null)]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void Its_first_line_names_its_version(string? line, int? version) => Assert.Equal(version, InstalledNetworkd.Parse(line));

    [Fact]
    public void The_installed_one_says_its_version()
    {
        if (NetworkdDaemon.Missing is { } reason)
            Lacking.Skip(reason);
        Assert.InRange(new InstalledNetworkd().Version()!.Value, 230, 999);
    }
}
