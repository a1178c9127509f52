using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Recommending;

/// <summary>The output of a recommendation for people and programs, from a description, a file, or nothing.</summary>
[Collection("command line")]
public sealed class RecommendVerbTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;

    public RecommendVerbTests() => _shell = new Shell(_bench);

    private async Task<JsonNode> OneAsync(params string[] args)
    {
        var said = await _shell.RunAsync(["recommend", .. args, "--json"]);
        Assert.Equal((0, ""), (said.Exit, said.Error));
        return JsonNode.Parse(said.Out)!["recommendations"]!.AsArray().Single()!;
    }

    private string Profile(long judged = 20_000) =>
        _shell.File(
            "site.json",
            JsonSerializer.Serialize(
                new TrafficProfile
                {
                    Connections = 20_000,
                    Judged = judged,
                    Segments = 400_000,
                    Mss = 1460,
                    Bytes = new Dictionary<int, long> { [Histogram.Slot(30_000)] = 20_000 },
                    MinRtt = new Dictionary<int, long> { [Histogram.Slot(100_000)] = 20_000 },
                    QueueDelay = new Dictionary<int, long> { [Histogram.Slot(20_000)] = 20_000 },
                    DeliveryRate = new Dictionary<int, long> { [Histogram.Slot(100_000)] = 20_000 },
                },
                WireJson.Default.TrafficProfile
            )
        );

    [Fact]
    public async Task What_is_described_is_recommended_for_with_reasons_and_a_table_of_every_window()
    {
        var said = await _shell.RunAsync("recommend", "--size", "13516", "--rtt", "100ms", "--iw", "6");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        Assert.StartsWith("as described: raise 6 → 10", said.Out, StringComparison.Ordinal);
        Assert.Contains("6 → 10 saves 100 ms of 200 ms on average: 2 → 1 rounds.", said.Out, StringComparison.Ordinal);
        Assert.Contains("a description, nothing measured", said.Out, StringComparison.Ordinal);
        Assert.Matches(@"(?m)^10 +100 +100 +100 .*recommended", said.Out);
    }

    [Fact]
    public async Task Programs_get_the_same_with_every_figure()
    {
        var said = await OneAsync("--size", "13516", "--rtt", "100ms", "--iw", "6");
        Assert.Equal(("Raise", 10, 6), ((string?)said["action"], (int?)said["segments"], (int?)said["current"]));
        Assert.Equal(100, (double?)said["savingP50"]!["estimate"]);
        Assert.Equal(64 + "sha256:".Length, ((string?)said["evidenceHash"])!.Length);
    }

    [Fact]
    public async Task A_profile_in_a_file_proves_what_a_description_cannot()
    {
        Assert.Equal(("Raise", 20, "High"), await ShortAsync("--profile", Profile()));
        Assert.Equal(("Keep", 10, "High"), await ShortAsync("--profile", Profile(judged: 0)));
        Assert.Equal(("Raise", 20, "High"), await ShortAsync("--profile", Profile(judged: 0), "--role", "own"));
        Assert.Equal(("Keep", 10, "High"), await ShortAsync("--profile", Profile(), "--voice"));
        Assert.Equal(("Keep", 10, "High"), await ShortAsync("--profile", Profile(), "--max", "12"));
    }

    private async Task<(string?, int?, string?)> ShortAsync(params string[] args) =>
        await OneAsync(args) is var said ? ((string?)said["action"], (int?)said["segments"], (string?)said["confidence"]) : default;

    [Theory]
    [InlineData("--size", "none")]
    [InlineData("--rtt", "61")]
    [InlineData("--mss", "0")]
    [InlineData("--rate", "10miles")]
    public async Task A_mistake_in_an_option_of_predict_too_is_refused_in_the_same_words(string option, string value)
    {
        string[] arguments = option == "--size" ? [option, value] : ["--size", "13516", option, value];
        var said = new List<string>();
        foreach (var verb in (string[])["predict", "recommend"])
            said.Add((await _shell.RunWithoutStateAsync([verb, .. arguments])).Error.Split('\n', ';')[0]);
        Assert.Contains($"{option} '{value}': write ", said[0], StringComparison.Ordinal);
        Assert.Equal(said[0], said[1]);
    }

    [Theory]
    [InlineData("--size", "34000,34000,2000000", "34kB,34kB,2MB")]
    [InlineData("--rate", "2M", "2Mbit/s")]
    [InlineData("--peer-window", "65536", "64KiB")]
    public async Task Amounts_are_written_as_for_predict_and_lab(string option, string plain, string withUnit)
    {
        string[] size = option == "--size" ? [] : ["--size", "200kB"];
        var said = await OneAsync([.. size, option, plain]);
        Assert.Equal(said.ToJsonString(), (await OneAsync([.. size, option, withUnit])).ToJsonString());
    }

    [Theory]
    [InlineData("--size", "0", "--size '0'")]
    [InlineData("--size", "13516,,4", "as in 13516, 34kB")]
    [InlineData("--rtt", "20ms", "begins with sizes")]
    [InlineData("--rate", "fast", "as in 10Mbit/s")]
    [InlineData("--peer-window", "1kB,2kB", "as in 64KiB")]
    [InlineData("--role", "lan", "internet or own")]
    [InlineData("--profile", "/no/such/file.json", "cannot be read")]
    public async Task What_makes_no_sense_exits_64_and_says_what_to_write(string option, string value, string why)
    {
        var said = await _shell.RunAsync("recommend", option, value);
        Assert.Equal(64, said.Exit);
        Assert.Contains(why, said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_no_profile_says_where_to_get_one()
    {
        var said = await _shell.RunAsync("recommend", "--profile", _shell.File("x.json", "[1]"));
        Assert.Equal(64, said.Exit);
        Assert.Contains("GET /api/v1/traffic", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_daemon_it_says_what_else_there_is()
    {
        var said = await _shell.RunAsync("recommend", "--socket", "/run/no-such-iwtune.sock");
        Assert.Equal(4, said.Exit);
        Assert.Contains("--size", said.Error, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
    }
}
