using IwTune.Agent.Cli.Fleet;
using IwTune.Agent.Control;
using IwTune.Agent.Tests.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Fleet;

/// <summary>A server that limits calls: the command waits as long as it is asked to, and not for ever.</summary>
[Collection("command line")]
public sealed class BusyServerTests
{
    [Theory]
    [InlineData(429, "GET", 5, 2, 3)]
    [InlineData(429, "POST", 5, 2, 3)]
    [InlineData(503, "GET", 5, 2, 3)]
    // The server may have begun to change something.
    [InlineData(503, "POST", 5, 2, 1)]
    [InlineData(500, "GET", 5, 2, 1)]
    [InlineData(429, "GET", 0, 2, 3)]
    [InlineData(429, "GET", 61, 2, 1)]
    [InlineData(429, "GET", null, 2, 1)]
    [InlineData(429, "GET", 25, 1000, 3)]
    public async Task A_call_is_repeated_after_the_time_that_the_server_asks_for_where_that_is_safe(
        int status,
        string method,
        int? seconds,
        int refusals,
        int expected
    )
    {
        var (clock, error, calls) = (new TestClock(), new StringWriter(), 0);
        var run = new BusyServer(clock, FleetConnection.Patience, error.WriteLineAsync).CallAsync(
            FleetConnection.CanRepeat(new(method)),
            () => Task.FromResult(++calls <= refusals ? Refusal(status, seconds) : new ServerAnswer(200, default)),
            TestContext.Current.CancellationToken
        );
        await clock.PassUntilAsync(TimeSpan.FromSeconds(1), () => run.IsCompleted, () => "it does not end");
        Assert.Equal(calls > refusals ? 200 : status, (await run).Status);
        Assert.Equal(expected, calls);
        Assert.Equal(expected - 1, error.ToString().Split("asks to come back").Length - 1);
    }

    [Fact]
    public async Task A_command_that_meets_the_limit_says_so_and_succeeds()
    {
        using var bench = new Bench();
        using var authority = new TestAuthority();
        using var shell = new Shell(bench);
        var refused = 0;
        using var server = new TestServer(authority)
        {
            Answer = (line, _, _) =>
                line.Contains(AgentPaths.Authority, StringComparison.Ordinal) ? (200, "", authority.Pem)
                : ++refused == 1 ? (429, "Retry-After: 1\r\n", "")
                : (200, "", "[]"),
        };
        string[] connection = ["--server", $"{server.Address}", "--token", "t", "--ca-pin", $"{CaPin.Of(authority.Root)}"];
        var run = shell.RunAsync(["fleet", "tokens", "list", .. connection]);
        // Slowly: the limit of a call runs on the same clock.
        await bench.Clock.PassUntilAsync(TimeSpan.FromMilliseconds(10), () => run.IsCompleted, () => "it does not end");
        var said = await run;
        Assert.True(said.Exit == 0, said.Error);
        Assert.Contains("The server is busy and asks to come back in 1 s; waiting.", said.Error, StringComparison.Ordinal);
        Assert.Equal(2, refused);
    }

    private static ServerAnswer Refusal(int status, int? seconds) =>
        new(status, default, "", seconds is { } after ? TimeSpan.FromSeconds(after) : null);
}
