using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Passive;

namespace IwTune.Agent.Tests.Cli;

public sealed class WatchVerbTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly FakeFeed _feed = new();

    [Fact]
    public async Task Each_connection_is_a_line_and_the_windows_are_summed_up()
    {
        _feed.Windows[1] = 16;
        var said = await WatchAsync(
            () =>
            {
                var fresh = _feed.Make(cwnd: 16);
                _feed.Open.Add(fresh);
                _feed.Ended.Add(FakeFeed.Sent(_feed.Make(cwnd: 30), 5000, again: 1));
                return fresh;
            },
            fresh =>
            {
                _feed.Open.Clear();
                _feed.Ended.Add(FakeFeed.Sent(fresh, 90_000));
            },
            "--count",
            "2"
        );
        Assert.Equal(0, said.Exit);
        var lines = said.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(3, lines.Length);
        Assert.StartsWith("LOCAL", lines[0], StringComparison.Ordinal);
        Assert.Matches(@"\(16\) +1000 +20\.00 ms +5000 B +1  data sent +target 1$", lines[1]);
        Assert.Matches(@" 16 +1000 +20\.00 ms +90\.0 kB +0  initcwnd +target 1$", lines[2]);
        Assert.Equal("2 new connections; initial windows: 1 with 16, 1 not seen before they sent data.", said.Error.Trim());
    }

    [Fact]
    public async Task Json_is_one_object_a_line_and_what_is_not_known_is_null()
    {
        var said = await WatchAsync(
            () =>
            {
                _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 5000, again: 1));
                return 0;
            },
            _ => _feed.Ended.Add(FakeFeed.Sent(_feed.Make(), 500_000)),
            "--count",
            "2",
            "--json"
        );
        var lines = said.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonNode.Parse(line)!).ToList();
        Assert.Equal([true, null], lines.Select(line => (bool?)line["firstFlightLoss"]));
        Assert.All(lines, line => Assert.True(line.AsObject().ContainsKey("initialCwnd") && line["initialCwnd"] is null));
        Assert.Equal(["data", "initcwnd"], lines.Select(line => (string?)line["binding"]));
    }

    [Fact]
    public async Task After_its_time_it_tells_what_is_still_open_and_what_it_missed()
    {
        _feed.Lacking = "The ends of connections cannot be seen.";
        _feed.Lost = true;
        var said = await WatchAsync(
            () =>
            {
                _feed.Open.Add(_feed.Make());
                return 0;
            },
            _ => _bench.Clock.Advance(TimeSpan.FromSeconds(2)),
            "--for",
            "2s"
        );
        Assert.Equal(0, said.Exit);
        Assert.Contains("nothing sent, open", said.Out, StringComparison.Ordinal);
        Assert.Contains("The ends of connections cannot be seen.", said.Error, StringComparison.Ordinal);
        Assert.Contains("some are missing", said.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--count", "0")]
    [InlineData("--for", "soon")]
    public async Task What_cannot_be_meant_is_refused(params string[] args)
    {
        using var shell = new Shell(_bench);
        Assert.Equal(64, (await shell.RunAsync(["watch", .. args])).Exit);
    }

    [Fact]
    public async Task A_system_that_does_not_tell_is_said_to_be_one()
    {
        using var shell = new Shell(_bench);
        var said = await shell.RunAsync("watch");
        Assert.Equal((3, "This system does not report its connections."), (said.Exit, said.Error.Trim()));
    }

    public void Dispose() => _bench.Dispose();

    /// <summary>Runs the command; the first act comes after its first look, the second after another one.</summary>
    private async Task<Said> WatchAsync<T>(Func<T> first, Action<T> second, params string[] args)
    {
        using var shell = new Shell(_bench) { Connections = _feed };
        var running = shell.RunAsync(["watch", .. args]);
        await NextLookAsync(running);
        var made = first();
        await NextLookAsync(running);
        second(made);
        while (!running.IsCompleted)
            await NextLookAsync(running);
        return await running;
    }

    /// <summary>Lets the pause between two looks pass, and waits until the look is over.</summary>
    private async Task NextLookAsync(Task running)
    {
        var looks = _feed.Looks;
        await _bench.Clock.PassUntilAsync(
            TimeSpan.FromMilliseconds(250),
            () => running.IsCompleted || _feed.Looks != looks,
            () => "it does not look again"
        );
    }
}
