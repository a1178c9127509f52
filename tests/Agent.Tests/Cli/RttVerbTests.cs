using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Linux.Probing.Remote;
using IwTune.Lab.Serving;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The output and exit codes of `iwtune rtt`, on a path of 2 ms.</summary>
public sealed class RttVerbTests
{
    [Fact]
    public async Task A_program_gets_every_sample()
    {
        using var server = new ProbedServer(new Page(0));
        var said = await server.RunAsync("rtt", "10.96.0.2:8000", "--count", "4", "--json");
        Assert.Equal((0, ""), (said.Exit, said.Error));
        var json = JsonNode.Parse(said.Out)!;
        var samples = json["samplesMs"]!.AsArray().Select(sample => (double)sample!).ToList();
        Assert.Equal(4, samples.Count + (int)json["lost"]!);
        Assert.All(samples, sample => Assert.True(sample >= 2, said.Out));
        Assert.Equal((samples.Min(), samples.Max()), ((double)json["minMs"]!, (double)json["p90Ms"]!));
    }

    [Fact]
    public async Task A_person_reads_four_lines()
    {
        using var server = new ProbedServer(new Page(0));
        var said = await server.RunAsync("rtt", "10.96.0.2:8000", "--count", "2");
        Assert.Matches(
            @"^10\.96\.0\.2:8000: [0-9.]+ ms\n  min          [0-9.]+ ms\n  median       [0-9.]+ ms\n  p90          [0-9.]+ ms\n  connections  2\n$",
            said.Out
        );
    }

    [Fact]
    public async Task Nobody_there_is_not_reached()
    {
        using var server = new ProbedServer(new Page(0));
        var said = await server.RunAsync("rtt", "10.96.0.2:8001", "--count", "1");
        Assert.Equal(
            (4, "10.96.0.2:8001 was not reached: Connection refused. Is the port open? Name another: HOST:PORT.\n"),
            (said.Exit, said.Error)
        );
    }

    [Theory]
    [InlineData("--count '101': write a whole number from 1 to 100.", "--count", "101")]
    [InlineData("--interval '10ms': write a number and a unit", "--interval", "10ms")]
    public async Task It_is_no_load_test(string because, params string[] args)
    {
        using var server = new ProbedServer(new Page(0));
        var said = await server.RunAsync(["rtt", "10.96.0.2:8000", .. args]);
        Assert.Equal(64, said.Exit);
        Assert.Contains(because, said.Error, StringComparison.Ordinal);
    }
}
