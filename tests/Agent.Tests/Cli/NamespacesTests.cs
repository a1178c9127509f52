using System.Text.Json.Nodes;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Commands that show routes also name the network namespaces that iwtune's settings do not reach.</summary>
public sealed class NamespacesTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public NamespacesTests() => _shell = new Shell(_bench) { Namespaces = Some };

    [Fact]
    public async Task Those_that_are_not_covered_are_told_below_the_routes()
    {
        var said = await _shell.RunAsync("show");
        Assert.Contains(
            "3 other network namespaces are not covered: web (2 processes: nginx, pid 812, …); container 3f2a9c1b2d4e (redis, pid 900); "
                + $"4026533000 (no process). 'iwtune show --namespaces --state {_bench.State.Root}' lists them.",
            said.Error,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task All_are_listed_on_request()
    {
        var said = await _shell.RunAsync("show", "--namespaces");
        Assert.Equal(0, said.Exit);
        var lines = said.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Matches("^this one +90 +systemd, pid 1 +yes, by its routes +- +-$", lines[1]);
        Assert.Matches("^web +2 +nginx, pid 812 +no +- +-$", lines[2]);
        Assert.Contains("4 processes could not be looked at", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_program_covers_them_all()
    {
        File.WriteAllText(_bench.State.File("agent.yaml"), "backend: bpf\n");
        Assert.DoesNotContain("not covered", (await _shell.RunAsync("show")).Error, StringComparison.Ordinal);
        Assert.Contains("yes, by the bpf backend", (await _shell.RunAsync("show", "--namespaces")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Programs_get_them_with_the_routes()
    {
        var json = JsonNode.Parse((await _shell.RunAsync("show", "--json")).Out)!;
        Assert.Equal([true, false, false, false], json["namespaces"]!.AsArray().Select(space => (bool)space!["isCovered"]!));
        Assert.Equal(4, (int)json["unseenProcesses"]!);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }

    private static NamespaceReading Some() =>
        new(
            [
                new NetworkNamespace(4026531840, "", 90, "systemd, pid 1", "", true),
                new NetworkNamespace(4026532100, "web", 2, "nginx, pid 812", "", false),
                new NetworkNamespace(4026532200, "", 1, "redis, pid 900", "3f2a9c1b2d4e", false),
                new NetworkNamespace(4026533000, "", 0, "", "", false),
            ],
            4
        );
}
