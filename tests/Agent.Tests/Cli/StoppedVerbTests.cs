using System.Text.Json;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

/// <summary>Ctrl+C in the middle of many routes: the output says what is changed, and how to continue or undo it.</summary>
public sealed class StoppedVerbTests : IDisposable
{
    private readonly Bench _bench = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly Shell _shell;
    private readonly string _policy;

    public StoppedVerbTests()
    {
        for (var i = 0; i < 10; i++)
            _bench.Tuner.Add(Bench.Route($"10.{i}.0.0/16", "eth1", "192.0.2.9", "static"));
        _shell = new Shell(_bench);
        _policy = _shell.File("many.yaml", "policy: many\nwindow: { initcwnd: 16 }\nscopes:\n  - prefix: 10.0.0.0/8\n");
    }

    [Fact]
    public async Task Apply_says_how_many_are_changed_and_both_ways_on()
    {
        StopAtStep(3);
        Assert.Equal(
            new Said(
                1,
                "",
                "Interrupted: 3 of 10 routes were changed. The same command goes on. 'iwtune rollback --state "
                    + $"{_bench.State.Root}' undoes it.\n"
            ),
            await _shell.RunAsync("apply", _policy)
        );
        Assert.Contains("would undo change 1.", (await Going().RunAsync("history")).Out, StringComparison.Ordinal);
        Assert.Contains("3 routes restored", (await _shell.RunAsync("rollback")).Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Rollback_says_how_many_are_put_back()
    {
        await _shell.RunAsync("apply", _policy);
        StopAtStep(4);
        Assert.Equal(
            new Said(1, "", "Interrupted: 4 of 10 routes were restored. The same command goes on.\n"),
            await _shell.RunAsync("rollback")
        );
        Assert.Equal(0, (await Going().RunAsync("rollback")).Exit);
        Assert.All(_bench.Tuner.Routes, route => Assert.Null(route.Window.InitCwnd));
    }

    [Fact]
    public async Task A_program_reads_the_same_sentence()
    {
        StopAtStep(3);
        var said = JsonDocument.Parse((await _shell.RunAsync("apply", _policy, "--json")).Out).RootElement;
        Assert.Equal(
            (1, JsonValueKind.Null),
            (said.GetProperty("exit").GetInt32(), said.TryGetProperty("state", out var state) ? state.ValueKind : JsonValueKind.Null)
        );
        Assert.StartsWith("Interrupted: 3 of 10 routes", said.GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task With_a_dead_man_timer_everything_is_put_back()
    {
        StopAtStep(3);
        var said = await _shell.RunAsync("apply", _policy, "--confirm", "2m");
        Assert.Equal((1, ""), (said.Exit, said.Out));
        Assert.Contains("3 routes restored: it was interrupted.", said.Error, StringComparison.Ordinal);
        Assert.All(_bench.Tuner.Routes, route => Assert.Null(route.Window.InitCwnd));
    }

    public void Dispose()
    {
        _shell.Dispose();
        _bench.Dispose();
        _stop.Dispose();
    }

    private void StopAtStep(int last)
    {
        _shell.Stop = _stop.Token;
        _bench.Tuner.Fault = _ =>
        {
            if (--last == 0)
                _stop.Cancel();
            return null;
        };
    }

    private Shell Going()
    {
        _shell.Stop = CancellationToken.None;
        _bench.Tuner.Fault = _ => null;
        return _shell;
    }
}
