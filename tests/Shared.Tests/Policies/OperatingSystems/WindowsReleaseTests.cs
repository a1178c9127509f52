using IwTune.Shared.Policies.OperatingSystems;

namespace IwTune.Shared.Tests.Policies.OperatingSystems;

public sealed class WindowsReleaseTests
{
    [Theory]
    [InlineData("6.1.7601.24545", "Windows Server 2008 R2 Standard", WindowsRelease.Server2008R2)]
    [InlineData("6.2.9200.0", "Windows Server 2012 Standard", WindowsRelease.Server2012)]
    [InlineData("6.3.9600.19994", "Windows Server 2012 R2 Standard", WindowsRelease.Server2012R2)]
    [InlineData("10.0.14393.4583", "Windows Server 2016 Datacenter", WindowsRelease.Server2016)]
    [InlineData("10.0.26100.1", "Windows Server 2025 Standard (24H2)", WindowsRelease.Server2016)]
    [InlineData("10.0.26100.1", "Windows 11 Pro", WindowsRelease.Client)]
    public void The_facts_of_a_host_tell_its_release(string kernel, string name, WindowsRelease release) =>
        Assert.Equal(release, WindowsReleases.OfFacts(kernel, name));

    [Theory]
    [InlineData("")]
    [InlineData("10.0")]
    [InlineData("10.0.x.1")]
    public void Facts_that_do_not_tell_are_no_release(string kernel) => Assert.Null(WindowsReleases.OfFacts(kernel, "Windows Server 2022"));
}
