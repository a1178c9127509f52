using IwTune.Agent.Tests.Linux;

namespace IwTune.Agent.Tests.Engine;

/// <summary>The real program on the real kernel, killed at some moment or other of an application.</summary>
public sealed class CrashTests : IDisposable
{
    private const int Routes = 40;

    private readonly RouteZoo _zoo = new();
    private readonly DirectoryInfo _files = Directory.CreateTempSubdirectory("iwtune-crash-");

    [Fact]
    public void Killed_at_any_moment_everything_can_be_put_back()
    {
        for (var route = 0; route < Routes; route++)
            _zoo.Host.Ip($"route add 10.{route}.0.0/16 via 10.99.0.2 mtu 1400 realms {route + 1}");
        var before = _zoo.Host.Ip("route show table main");
        var policy = Path.Combine(_files.FullName, "policy.yaml");
        File.WriteAllText(policy, "policy: crash\nwindow: { initcwnd: 16 }\nscopes: [{ prefix: 10.0.0.0/8 }]\nconfirm: 1h\n");

        // Later and later, until one kill comes when every route is changed: that one shows that the others came in between.
        var changed = 0;
        for (var milliseconds = 60; changed < Routes; milliseconds += milliseconds / 5)
        {
            Assert.True(milliseconds < 20_000, "the application never came to its end");
            var apply = _zoo.Host.Start(Program, "apply", policy, "--confirm", "1h", "--state", State);
            Thread.Sleep(milliseconds);
            apply.Kill();
            changed = _zoo.Host.Ip("route show table main").Split("initcwnd 16").Length - 1;
            _zoo.Host.Exec(Program, "rollback", "--all", "--state", State);
            Assert.Equal(before, _zoo.Host.Ip("route show table main"));
            Assert.DoesNotContain("initCwnd\": 16", _zoo.Host.Exec(Program, "show", "--json", "--state", State), StringComparison.Ordinal);
        }
    }

    public void Dispose()
    {
        _zoo.Dispose();
        _files.Delete(recursive: true);
    }

    private static string Program => Path.Combine(AppContext.BaseDirectory, "iwtune");

    private string State => Path.Combine(_files.FullName, "state");
}
