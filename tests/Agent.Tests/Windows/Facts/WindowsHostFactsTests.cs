using IwTune.Agent.Windows.Facts;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Windows.Facts;

public sealed class WindowsHostFactsTests
{
    [Fact]
    public void Facts_are_as_the_registry_and_the_settings_tell_them()
    {
        var registry = new FakeRegistry()
            .With("CurrentBuildNumber", "20348")
            .With("UBR", "2113")
            .With("ProductName", "Windows Server 2022 Datacenter")
            .With("DisplayVersion", "21H2")
            .WithProduct("ServerNT")
            .With(@"SOFTWARE\Microsoft\Cryptography", "MachineGuid", "5c8f0f60-0000-4000-8000-000000000001");
        var facts = Over(
            registry,
            new Dictionary<string, string>(StringComparer.Ordinal)
            {
                [TcpSetting.CongestionProvider] = "CUBIC",
                [TcpSetting.PacingProfile] = "off",
            }
        );
        Assert.Equal("windows", facts.Os);
        Assert.Equal("Windows Server 2022 Datacenter (21H2)", facts.OsName);
        Assert.Equal("10.0.20348.2113", facts.Kernel);
        Assert.Equal("cubic", facts.CongestionControl);
        Assert.Equal("off", facts.Settings[TcpSetting.PacingProfile]);
        Assert.Matches("^[0-9a-f]{32}$", facts.MachineId);
        Assert.DoesNotContain("5c8f0f60", facts.MachineId, StringComparison.Ordinal);
        Assert.NotEmpty(facts.BootId);
    }

    [Fact]
    public void What_cannot_be_read_is_empty()
    {
        var facts = Over(new FakeRegistry { MayWrite = false }, new Dictionary<string, string>(StringComparer.Ordinal));
        Assert.Equal(("", "", "Windows"), (facts.MachineId, facts.CongestionControl, facts.OsName));
        Assert.NotEmpty(facts.HostName);
    }

    private static HostFacts Over(FakeRegistry registry, IReadOnlyDictionary<string, string> settings) =>
        new WindowsHostFacts(
            registry,
            new WindowsVersionReader(registry, new Version(10, 0, 20348, 0)),
            TimeProvider.System,
            () => settings
        ).Read();
}
