using IwTune.Lab;

namespace IwTune.EndToEnd.Faults;

public sealed class CrashTests
{
    private const int Routes = 300;

    /// <summary>However far it came when it died, the journal knows every route it touched.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(20)]
    [InlineData(150)]
    public async Task Killed_in_the_middle_of_many_steps_nothing_is_lost(int afterRoutes)
    {
        using var site = new TestSite();
        for (var i = 0; i < Routes; i++) site.Host.Space.Ip($"route add 203.0.{i / 250}.{i % 250}/32 via 10.77.1.1 dev eth0 mtu {1300 + i % 100}");
        var before = RouteImage.Of(site.Host.Space);
        var scopes = string.Concat(Enumerable.Range(0, Routes).Select(i => $"  - prefix: 203.0.{i / 250}.{i % 250}/32\n"));
        var policy = site.Document($"policy: edge\nwindow: {{ initcwnd: 4 }}\nconfirm: 5m\nscopes:\n  - default\n{scopes}");
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
