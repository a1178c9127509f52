using System.Text.Json.Nodes;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The agent's settings are shown with their source, and every error in its files is reported at once.</summary>
[Collection("command line")]
public sealed class ConfigVerbTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly Shell _shell;

    public ConfigVerbTests() => _shell = new Shell(_bench);

    [Fact]
    public async Task Every_setting_has_its_source()
    {
        File.WriteAllText(
            _bench.State.Settings,
            "repairs: { max: 4 }\nbackend: routes\nrtt: { destinations: [\"www.example.org:443\"] }\n"
        );
        File.WriteAllText(_bench.State.Limits, "max: 32\n");
        var shown = JsonNode
            .Parse((await _shell.RunAsync("config", "show", "--json")).Out)!
            .AsArray()
            .ToDictionary(one => (string)one!["key"]!, one => one!, StringComparer.Ordinal);

        Assert.Equal(("4", "File", _bench.State.Settings), Of("repairs.max"));
        Assert.Equal(("10m", "Default", ""), Of("repairs.within"));
        Assert.Equal(("routes", "File", _bench.State.Settings), Of("backend")); // written, although it is the default
        Assert.Equal(("www.example.org:443", "File", _bench.State.Settings), Of("rtt.destinations"));
        Assert.Equal(("5m", "Default", ""), Of("rtt.every"));
        Assert.Equal(("32", "File", _bench.State.Limits), Of("limits.max"));
        Assert.Equal(("", "Default", ""), Of("limits.step"));
        Assert.Equal((_bench.State.Root, "Option", "--state"), Of("state"));

        (string, string, string) Of(string key) =>
            ((string)shown[key]["value"]!, (string)shown[key]["source"]!, (string)shown[key]["from"]!);
    }

    [Fact]
    public async Task What_is_decided_centrally_stands_above_the_file()
    {
        File.WriteAllText(_bench.State.Settings, "mode: enforce\n");
        _shell.Central = new CentralSettings { Mode = HostMode.Observe, Means = "group policy" };
        Assert.Matches("(?m)^mode +observe +group policy$", (await _shell.RunAsync("config", "show")).Out);
    }

    [Fact]
    public async Task All_problems_of_both_files_come_at_once()
    {
        File.WriteAllText(_bench.State.Settings, "repairs: { max: 0 }\nmood: good\n");
        File.WriteAllText(_bench.State.Limits, "max: 5000\n");
        var said = await _shell.RunAsync("config", "check");
        Assert.Equal(64, said.Exit);
        Assert.Contains(
            $"{_bench.State.Settings}:1:17 repairs.max: '0': must be a whole number, 1 to 1000",
            said.Error,
            StringComparison.Ordinal
        );
        Assert.Contains($"{_bench.State.Settings}:2:1 mood", said.Error, StringComparison.Ordinal);
        Assert.Contains($"{_bench.State.Limits}:1:6 max: '5000'", said.Error, StringComparison.Ordinal);
        Assert.EndsWith("3 problems; nothing was changed.\n", said.Error, StringComparison.Ordinal);

        var json = JsonNode.Parse((await _shell.RunAsync("config", "check", "--json")).Out)!;
        Assert.False((bool)json["valid"]!);
        Assert.Equal([2, 1], json["files"]!.AsArray().Select(file => file!["problems"]!.AsArray().Count));
    }

    [Fact]
    public async Task Files_that_are_not_there_are_fine()
    {
        var said = await _shell.RunAsync("config", "check");
        Assert.Equal(
            (0, $"{_bench.State.Settings}: not there; the defaults hold\n{_bench.State.Limits}: not there; the defaults hold\n"),
            (said.Exit, said.Out)
        );
        Assert.Equal(0, (await _shell.RunAsync("config", "show")).Exit);
    }

    [Fact]
    public async Task A_broken_file_is_named_by_show_too()
    {
        File.WriteAllText(_bench.State.Settings, "mood: good\n");
        var said = await _shell.RunAsync("config", "show");
        Assert.Equal(1, said.Exit);
        Assert.Contains("is not valid", said.Error, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
