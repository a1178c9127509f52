using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Tests.Windows.Facts;

public sealed class WindowsVersionReaderTests
{
    private static readonly Version System = new(10, 0, 17763, 0);

    [Theory]
    [InlineData("20348", "Windows Server 2022 Datacenter", "ServerNT", true, "Windows Server 2022 Datacenter")]
    [InlineData("26100", "Windows Server 2025 Standard", "LanmanNT", true, "Windows Server 2025 Standard")]
    [InlineData("19045", "Windows 10 Pro", "WinNT", false, "Windows 10 Pro")]
    [InlineData("26100", "Windows 10 Enterprise", "WinNT", false, "Windows 11 Enterprise")]
    [InlineData("26100", "Windows 10 Enterprise multi-session", "ServerNT", true, "Windows 11 Enterprise multi-session (server edition)")]
    [InlineData("9600", "Windows Server 2012 R2 Standard", "ServerNT", true, "Windows Server 2012 R2 Standard")]
    public void The_edition_decides_and_the_product_type_tells_it(string build, string product, string type, bool server, string name)
    {
        var registry = new FakeRegistry()
            .With("CurrentBuildNumber", build)
            .With("ProductName", product)
            .With("UBR", "2113")
            .WithProduct(type);
        var version = new WindowsVersionReader(registry, System).Read();
        Assert.Equal((int.Parse(build, null), server, 2113, name), (version.Build, version.Server, version.Revision, version.Name));
        Assert.True(version.HasTemplateHotfix);
    }

    [Theory]
    [InlineData("Server", true)]
    [InlineData("Server Core", true)]
    [InlineData("Client", false)]
    [InlineData("", false)]
    public void Without_a_product_type_the_kind_of_installation_tells_it(string installation, bool server) =>
        Assert.Equal(server, new WindowsVersionReader(new FakeRegistry().With("InstallationType", installation), System).Read().Server);

    [Fact]
    public void An_empty_registry_leaves_what_the_system_says()
    {
        var reader = new WindowsVersionReader(new FakeRegistry(), System);
        var version = reader.Read();
        Assert.Equal((17763, 0, "Windows"), (version.Build, version.Revision, version.Name));
        Assert.Equal("10.0.17763.0", reader.Number(version));
        Assert.Equal("", reader.Release());
    }

    [Fact]
    public void A_build_that_is_no_number_is_not_taken() =>
        Assert.Equal(
            17763,
            new WindowsVersionReader(new FakeRegistry().With("CurrentBuildNumber", "2034x").With("CurrentBuild", ""), System).Read().Build
        );

    [Theory]
    [InlineData("Package_for_KB2472264~31bf3856ad364e35~amd64~~6.1.1.0", true)]
    [InlineData("Package_for_KB2472265~31bf3856ad364e35~amd64~~6.1.1.0", false)]
    public void Only_the_hotfix_brings_templates_to_2008_R2(string package, bool has)
    {
        var registry = new FakeRegistry()
            .With("CurrentBuildNumber", "7601")
            .WithProduct("ServerNT")
            .With(@"SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\Packages\" + package, "CurrentState", "112");
        Assert.Equal(has, new WindowsVersionReader(registry, new Version(6, 1, 7601, 0)).Read().HasTemplateHotfix);
    }

    [Fact]
    public void The_release_says_when_there_is_no_desktop() =>
        Assert.Equal(
            "21H2, Server Core",
            new WindowsVersionReader(
                new FakeRegistry().With("DisplayVersion", "21H2").With("InstallationType", "Server Core"),
                System
            ).Release()
        );
}
