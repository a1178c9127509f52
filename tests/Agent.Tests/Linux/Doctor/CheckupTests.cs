using IwTune.Agent.Linux.Doctor;
using IwTune.Agent.Ports;
using IwTune.Shared.Tests.Architecture;

namespace IwTune.Agent.Tests.Linux.Doctor;

public sealed class CheckupTests
{
    [Fact]
    public void On_a_healthy_host_only_what_cannot_be_seen_from_outside_is_not_known() =>
        Assert.Equal(
            ["small-writes"],
            Checkup.Of(Host.Healthy).Where(diagnosis => diagnosis.Health != Health.Ok).Select(diagnosis => diagnosis.Check)
        );

    [Fact]
    public void Checks_have_names_of_their_own_and_come_group_by_group()
    {
        var found = Checkup.Of(Host.Healthy);
        Assert.Equal(found.Count, found.Select(diagnosis => diagnosis.Check).Distinct(StringComparer.Ordinal).Count());
        Assert.Equal(found.Select(diagnosis => diagnosis.Group).Order(), found.Select(diagnosis => diagnosis.Group));
        Assert.All(found, diagnosis => Assert.Matches("^[a-z0-9]+(-[a-z0-9]+)*$", diagnosis.Check));
    }

    [Fact]
    public void Every_check_says_why_it_matters_and_where_that_is_written() =>
        Assert.All(
            Checkup.Of(Host.Healthy),
            diagnosis =>
            {
                Assert.EndsWith(".", diagnosis.Why, StringComparison.Ordinal);
                Assert.NotEmpty(diagnosis.Source);
                Assert.NotEmpty(diagnosis.Found);
            }
        );

    [Fact]
    public void Every_check_is_documented_as_it_speaks()
    {
        var page = File.ReadAllText(Path.Combine(SourceFile.Root, "docs/doctor.md"));
        Assert.All(Checkup.All, check => Assert.Contains($"| `{check.Name}` | {check.Why} |", page, StringComparison.Ordinal));
    }

    [Fact]
    public void Where_nothing_can_be_read_nothing_is_claimed_and_nothing_breaks()
    {
        var blind = new HostFindings
        {
            Kernel = "",
            Sysctls = new Dictionary<string, string>(StringComparer.Ordinal),
            Links = [],
            Routes = [],
        };
        var claimed = Checkup.Of(blind).Where(diagnosis => diagnosis.Health is Health.Advice or Health.Problem);
        Assert.Empty(claimed.Select(diagnosis => diagnosis.Check));
    }

    [Theory]
    [InlineData("net.ipv4.tcp_sack")]
    [InlineData("net.ipv4.tcp_rmem")]
    [InlineData("net.ipv4.tcp_wmem")]
    [InlineData("net.ipv4.tcp_window_scaling")]
    [InlineData("net.ipv4.tcp_slow_start_after_idle")]
    [InlineData("net.ipv4.tcp_congestion_control")]
    public void A_setting_that_is_not_there_is_not_known_and_named(string name)
    {
        var found = Checkup.Of(Host.Healthy.With(name, null));
        Assert.Contains(
            found,
            diagnosis => diagnosis.Health == Health.NotKnown && diagnosis.Found.Contains(name, StringComparison.Ordinal)
        );
        Assert.DoesNotContain(found, diagnosis => diagnosis.Health is Health.Advice or Health.Problem);
    }

    [Theory]
    [InlineData("net.ipv4.tcp_rmem", "4096")]
    [InlineData("net.ipv4.tcp_wmem", "x y z")]
    [InlineData("net.ipv4.tcp_sack", "")]
    public void A_setting_of_another_shape_is_not_known(string name, string value) =>
        Assert.Contains(
            Checkup.Of(Host.Healthy.With(name, value)),
            diagnosis => diagnosis.Health == Health.NotKnown && diagnosis.Check != "small-writes"
        );

    [Fact]
    public void What_is_to_be_mended_says_how() =>
        Assert.All(
            Checkup.Of(
                Host.Healthy.With("net.ipv4.tcp_sack", "0")
                    .With("net.ipv4.tcp_rmem", "4096 65536 65536")
                    .With(Host.Default(200), Host.Default6())
            ),
            diagnosis => Assert.Equal(diagnosis.Health is Health.Advice or Health.Problem, diagnosis.Fix.Length > 0)
        );
}
