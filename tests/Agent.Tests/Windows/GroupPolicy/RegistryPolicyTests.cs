using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Windows.GroupPolicy;

namespace IwTune.Agent.Tests.Windows.GroupPolicy;

public sealed class RegistryPolicyTests
{
    private static readonly string Pin = "sha256:" + new string('a', 64);

    [Fact]
    public void Without_a_policy_everything_is_left_to_the_host()
    {
        var read = Read();
        Assert.Null(read.Mode);
        Assert.Null(read.Fleet);
        Assert.Empty(read.Problems);
        Assert.Equal(HostSettings.Default, read.Over(HostSettings.Default));
    }

    [Theory]
    [InlineData("observe", HostMode.Observe, "enforce")]
    [InlineData("enforce", HostMode.Enforce, "observe")]
    [InlineData(" observe ", HostMode.Observe, "enforce")]
    public void The_mode_of_the_policy_stands_above_the_hosts_own_and_is_named_as_its_source(string written, HostMode mode, string own)
    {
        var settings = Read(("Mode", written)).Over(HostSettingsReader.Read($"mode: {own}").Settings!);
        Assert.Equal(mode, settings.Mode);
        Assert.Equal("group policy", settings.ModeFrom);
        Assert.Equal(mode == HostMode.Observe ? "group policy" : null, settings.Observing);
    }

    [Fact]
    public void Without_a_mode_in_the_policy_the_hosts_own_stays_with_its_source()
    {
        var settings = Read(("Server", "https://iw.example.net:7443"), ("CaPin", Pin))
            .Over(HostSettingsReader.Read("mode: observe").Settings!);
        Assert.Equal("agent.yaml", settings.Observing);
    }

    [Theory]
    [InlineData("Observe")]
    [InlineData("off")]
    [InlineData("1")]
    public void A_mode_that_is_not_understood_changes_nothing_and_is_told(string written)
    {
        var read = Read(("Mode", written));
        Assert.Equal(HostMode.Observe, read.Mode);
        var problem = Assert.Single(read.Problems);
        Assert.Contains($"'{written}'", problem, StringComparison.Ordinal);
        Assert.Contains(@"HKLM\Software\Policies\IwTune\Mode", problem, StringComparison.Ordinal);
    }

    [Fact]
    public void A_server_and_its_pin_are_taken_together()
    {
        var fleet = Read(("Server", "https://iw.example.net:7443"), ("CaPin", Pin)).Fleet;
        Assert.Equal(new FleetAddress(new Uri("https://iw.example.net:7443"), Pin, "group policy"), fleet);
    }

    [Theory]
    [InlineData("http://iw.example.net", null, "Server")]
    [InlineData("https://iw.example.net/console", null, "Server")]
    [InlineData("iw.example.net", null, "Server")]
    [InlineData("", null, "Server")]
    [InlineData("https://iw.example.net", "", "CaPin")]
    [InlineData("https://iw.example.net", "sha256:12", "CaPin")]
    public void Half_a_server_is_none_and_the_wrong_half_is_told(string server, string? pin, string wrong)
    {
        var read = Read(("Server", server), ("CaPin", pin ?? Pin));
        Assert.Null(read.Fleet);
        Assert.Contains($@"HKLM\Software\Policies\IwTune\{wrong}", Assert.Single(read.Problems), StringComparison.Ordinal);
    }

    private static CentralSettings Read(params (string, string)[] values) =>
        RegistryPolicy.Read(new PolicyRegistry(@"Software\Policies\IwTune", values));
}
