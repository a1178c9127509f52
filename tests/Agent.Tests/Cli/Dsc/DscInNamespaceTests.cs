using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Linux;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Dsc;

/// <summary>The real program over the kernel's routes, alone and beside a daemon.</summary>
public sealed class DscInNamespaceTests : IDisposable
{
    private const string Edge = """{"policy":{"policy":"edge","window":{"initcwnd":16},"scopes":["default"]}}""";

    private readonly RouteZoo _zoo = new();
    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-dsc-").FullName;

    public DscInNamespaceTests() => _zoo.Host.Ip("route add default via 10.99.0.2 dev v0");

    [Fact]
    public void Set_test_drift_test_set_and_put_back()
    {
        var found = _zoo.Host.Ip("route show");
        var set = Ask("set", Edge);
        Assert.True(set.ExitCode == 0, set.Error);
        Assert.Contains("initcwnd 16", _zoo.Host.Ip("route show default"), StringComparison.Ordinal);
        Assert.True(InDesiredState(Ask("test", Edge)));
        _zoo.Host.Ip("route change default via 10.99.0.2 dev v0 initcwnd 4");
        Assert.False(InDesiredState(Ask("test", Edge)));
        Assert.Equal(0, Ask("set", Edge).ExitCode);
        Assert.True(InDesiredState(Ask("test", Ask("export", "").Output)));
        Assert.Equal(0, Ask("set", """{"_exist":false}""").ExitCode);
        Assert.Equal(found, _zoo.Host.Ip("route show"));
        Assert.Equal(64, Ask("set", """{"policy":{}}""").ExitCode);
    }

    [Fact]
    public async Task Beside_a_daemon_the_daemon_does_it_and_keeps_it()
    {
        var socket = Path.Combine(_folder, "agent.sock");
        using var daemon = _zoo.Host.Start(Binaries.Agent, "run", "--state", _folder, "--socket", socket);
        string[] there = ["--socket", socket];
        await Until.TrueAsync(() => _zoo.Host.TryExec(Binaries.Agent, ["status", .. there]).ExitCode == 0, () => daemon.Output);
        var set = Ask("set", Edge, there);
        Assert.True(set.ExitCode == 0, set.Error);
        Assert.Contains("Applied", set.Error, StringComparison.Ordinal);
        Assert.True(InDesiredState(Ask("test", Edge, there)));
        _zoo.Host.Ip("route change default via 10.99.0.2 dev v0 initcwnd 4");
        await Until.TrueAsync(() => InDesiredState(Ask("test", Edge, there)), () => daemon.Output);
        Assert.Equal(0, Ask("set", """{"_exist":false}""", there).ExitCode);
        Assert.DoesNotContain("initcwnd", _zoo.Host.Ip("route show default"), StringComparison.Ordinal);
        Assert.True(await daemon.StopAsync() == 0, daemon.Output);
    }

    public void Dispose()
    {
        _zoo.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private CommandResult Ask(string operation, string input, params string[] more) =>
        _zoo.Host.TryExec(
            "sh",
            ["-c", "printf %s \"$1\" | (shift; \"$@\")", "sh", input, Binaries.Agent, "dsc", operation, "--state", _folder, .. more]
        );

    private static bool InDesiredState(CommandResult test) =>
        test.ExitCode == 0 ? (bool)JsonNode.Parse(test.Output.Split('\n')[0])!["_inDesiredState"]! : throw new LabException(test.Error);
}
