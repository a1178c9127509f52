using System.Text.Json.Nodes;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Local;

namespace IwTune.Agent.Tests.Cli;

/// <summary>The continuous status shows changes; passing time alone is no change.</summary>
public sealed class StatusWatchTests : IDisposable
{
    private readonly TestClock _clock = new();
    private readonly StringWriter _out = new() { NewLine = "\n" };
    private readonly CancellationTokenSource _stop = new();
    private volatile LocalReply? _reply;
    private int _asked;

    public StatusWatchTests() => _reply = Status(problem: "");

    [Fact]
    public async Task Without_a_terminal_a_block_is_written_on_each_change_and_no_escape()
    {
        var running = RunAsync(colour: false, width: null);
        await AskedAgainAsync();
        Assert.Single(Blocks());

        _reply = Status(
            "iw.example.net:7443 could not be connected: connection refused; nothing listens there.",
            next: TimeSpan.FromSeconds(28)
        );
        await AskedAgainAsync();
        Assert.Equal(2, Blocks().Length);
        Assert.Matches(@"nothing listens there\. Next attempt in [0-9]+s, at 2026-11-21 12:0[0-9]:[0-9]+Z\.", Blocks()[1]);

        _reply = Status("iw.example.net:7443 could not be connected: connection refused; nothing listens there.");
        await AskedAgainAsync();
        Assert.Equal(2, Blocks().Length); // a call is under way: not a change that a person needs

        _reply = null;
        await AskedAgainAsync();
        Assert.EndsWith("No daemon.\n", _out.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain('\e', _out.ToString());

        await _stop.CancelAsync();
        Assert.Equal(4, await running);
    }

    [Fact]
    public async Task A_terminal_is_drawn_over()
    {
        var running = RunAsync(colour: true, width: 100);
        await AskedAgainAsync();
        Assert.True(_out.ToString().Split(StatusWatch.Clear).Length > 2);
        await _stop.CancelAsync();
        Assert.Equal(0, await running);
    }

    [Fact]
    public async Task Json_is_a_line_a_change()
    {
        var running = RunAsync(colour: false, width: null, json: true);
        await AskedAgainAsync();
        _reply = null;
        await AskedAgainAsync();
        await _stop.CancelAsync();
        await running;
        var lines = _out.ToString().TrimEnd('\n').Split('\n');
        Assert.Equal(2, lines.Length);
        Assert.Equal(7, (int)JsonNode.Parse(lines[0])!["daemon"]!["pid"]!);
        Assert.Equal(4, (int)JsonNode.Parse(lines[1])!["exit"]!);
    }

    private Task<int> RunAsync(bool colour, int? width, bool json = false) =>
        new StatusWatch(
            new Terminal(_out, _out, TextReader.Null, Interactive: false, colour) { Width = width },
            json,
            "route",
            _clock
        ).RunAsync(
            () =>
            {
                Interlocked.Increment(ref _asked);
                return _reply;
            },
            "No daemon.",
            _stop.Token
        );

    /// <summary>Until a status that was requested after now has been shown: the third request comes after the second was shown.</summary>
    private Task AskedAgainAsync()
    {
        var before = Volatile.Read(ref _asked);
        return _clock.PassUntilAsync(
            TimeSpan.FromSeconds(1),
            () => Volatile.Read(ref _asked) >= before + 3,
            () => "It was not asked again."
        );
    }

    private string[] Blocks() => _out.ToString().Split("\n\n", StringSplitOptions.RemoveEmptyEntries);

    private LocalReply Status(string problem, TimeSpan? next = null) =>
        new()
        {
            Exit = 0,
            Status = new DaemonStatus
            {
                Version = "1",
                Pid = 7,
                Since = new DateTimeOffset(2026, 11, 21, 12, 0, 0, TimeSpan.Zero),
                Now = _clock.GetUtcNow(),
                StateDirectory = "/var/lib/iwtune",
                Server = new ServerStatus(
                    "https://iw.example.net:7443/",
                    "h",
                    _clock.GetUtcNow(),
                    problem,
                    NextAttempt: next is { } pause ? _clock.GetUtcNow() + pause : null
                ),
            },
        };

    public void Dispose()
    {
        _stop.Dispose();
        _out.Dispose();
    }
}
