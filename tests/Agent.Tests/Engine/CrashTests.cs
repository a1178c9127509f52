using IwTune.Agent.Tests.Linux;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Engine;

/// <summary>The real program on the real kernel, killed after it has changed a number of routes.</summary>
public sealed class CrashTests : IDisposable
{
    private const int Routes = 40;

    private readonly RouteZoo _zoo = new();
    private readonly DirectoryInfo _files = Directory.CreateTempSubdirectory("iwtune-crash-");

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(23)]
    [InlineData(Routes)]
    public void Killed_after_any_number_of_routes_everything_can_be_put_back(int changed)
    {
        for (var route = 0; route < Routes; route++)
            _zoo.Host.Ip($"route add 10.{route}.0.0/16 via 10.99.0.2 mtu 1400 realms {route + 1}");
        var before = _zoo.Host.Ip("route show table main");
        var policy = Path.Combine(_files.FullName, "policy.yaml");
        File.WriteAllText(policy, "policy: crash\nwindow: { initcwnd: 16 }\nscopes: [{ prefix: 10.0.0.0/8 }]\nconfirm: 1h\n");

        var apply = _zoo.Host.Start(Program, "apply", policy, "--confirm", "1h", "--state", State);
        Until.True(() => Changed() >= changed, () => $"{Changed()} routes are changed: {apply.Output}");
        // With --confirm it waits after the last route, so it cannot have ended by itself.
        Assert.False(apply.Ended, apply.Output);
        apply.Kill();

        _zoo.Host.Exec(Program, "rollback", "--all", "--state", State);
        Assert.Equal(before, _zoo.Host.Ip("route show table main"));
        Assert.DoesNotContain("initCwnd\": 16", _zoo.Host.Exec(Program, "show", "--json", "--state", State), StringComparison.Ordinal);
    }

    private int Changed() => _zoo.Host.Ip("route show table main").Split("initcwnd 16").Length - 1;

    public void Dispose()
    {
        _zoo.Dispose();
        _files.Delete(recursive: true);
    }

    private static string Program => Binaries.Agent;

    private string State => Path.Combine(_files.FullName, "state");
}
