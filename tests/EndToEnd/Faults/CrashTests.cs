using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

public sealed class CrashTests
{
    /// <summary>Several rounds: the journal is written, and routes are changed, up to 4,096 at a time.</summary>
    private const int Routes = 20_000;

    /// <summary>Whatever its progress when it was killed, the journal has every route that it touched.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(5_000)]
    [InlineData(9_000)]
    public async Task Killed_in_the_middle_of_many_steps_nothing_is_lost(int afterRoutes)
    {
        using var site = new TestSite();
        site.Host.Space.IpBatch(
            Enumerable
                .Range(0, Routes)
                .Select(i => $"route add 11.{i / 62_500}.{i / 250 % 250}.{i % 250}/32 via 10.77.1.1 dev eth0 mtu {1300 + i % 100}")
        );
        var before = RouteImage.Of(site.Host.Space);
        var policy = site.Document("policy: edge\nwindow: { initcwnd: 4 }\nconfirm: 5m\nscopes:\n  - default\n  - prefix: 11.0.0.0/8\n");
        var agent = site.Agent();

        var applying = site.Host.Space.Start(Binaries.Agent, "apply", policy, "--state", agent.State);
        await Until.TrueAsync(() => applying.Ended || Touched(site) >= afterRoutes, () => applying.Output);
        Assert.False(applying.Ended, applying.Output);
        applying.Kill();

        var undone = agent.RunAlone("rollback", "--all");
        Assert.True(undone.ExitCode == 0, undone.Error + undone.Output);
        Assert.Equal(before, RouteImage.Of(site.Host.Space));
    }

    private static int Touched(TestSite site) => site.Host.Space.Ip("route show").Split("initcwnd").Length - 1;
}
