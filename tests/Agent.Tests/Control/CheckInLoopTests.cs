using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Tests.Engine;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

public sealed class CheckInLoopTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private static readonly ServerAnswer NoChange = new(204, default);
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Signed _server = new();
    private readonly List<(string Path, CheckInRequest Said, bool Fresh)> _calls = [];
    private readonly Queue<Func<CancellationToken, Task<ServerAnswer>>> _answers = new();
    private readonly HostControl _host;
    private readonly CheckInLoop _loop;
    private int _reached;

    public CheckInLoopTests()
    {
        _host = new HostControl(_bench.Open(), BundleStore.Open(_bench.State.File(BundleStore.Name)), _bench.Clock, AgentLog.Silent);
        var identity = new Identity
        {
            Server = new Uri("https://192.0.2.1:7443"),
            HostId = "h",
            Secret = "s",
            Authority = "",
            Pin = "",
            SigningKeys = [_server.Public],
            Schedule = new Schedule(55, 60, 30),
            Labels = new Dictionary<string, string>(StringComparer.Ordinal),
            Enrolled = _bench.Clock.GetUtcNow(),
        };
        _loop = new CheckInLoop(
            identity,
            CallAsync,
            _host.Intake,
            _host.Reports,
            new BundleVerifier(identity.SigningKeys, _bench.Clock),
            new CheckInCounter(_bench.State.File("counter")),
            "boot-1",
            new BackOff(identity.Schedule, _bench.Clock, () => 0.5),
            _bench.Clock,
            AgentLog.Silent
        )
        {
            Reached = () => _reached++,
        };
    }

    [Fact]
    public async Task An_accepted_check_in_shows_that_the_server_is_there_and_no_other()
    {
        await AnswerAsync(NoChange);
        await AnswerAsync(ServerAnswer.Unanswered("broken"));
        await AnswerAsync(new ServerAnswer(503, default, "busy"));
        Assert.Equal(1, _reached);
    }

    [Fact]
    public async Task The_first_call_returns_at_once_and_later_ones_are_held_open()
    {
        await AnswerAsync(NoChange);
        await AnswerAsync(NoChange);

        Assert.Equal(["/agent/v1/checkin?wait=0", "/agent/v1/checkin?wait=55"], _calls.Select(call => call.Path));
        Assert.Equal([1L, 2L], _calls.Select(call => call.Said.Counter));
        Assert.Null(_calls[0].Said.Held);
    }

    [Fact]
    public async Task A_bundle_is_tried_and_confirmed_over_a_connection_of_its_own()
    {
        Assert.Equal(TimeSpan.Zero, await AnswerAsync(Bundle(1, 16, confirm: 60)));
        Assert.NotNull(_host.Enforcement.Pending);

        await AnswerAsync(NoChange);

        Assert.Null(_host.Enforcement.Pending);
        Assert.True(_calls[1].Fresh);
        Assert.EndsWith("wait=0", _calls[1].Path, StringComparison.Ordinal);
        Assert.Equal(1, _calls[1].Said.Held!.Sequence);
        Assert.NotEqual(_calls[0].Said.StateHash, _calls[1].Said.StateHash);
    }

    [Fact]
    public async Task A_call_that_fails_confirms_nothing_and_is_repeated_within_seconds()
    {
        await AnswerAsync(Bundle(1, 16, confirm: 60));

        var pause = await AnswerAsync(ServerAnswer.Unanswered("gone"));

        Assert.NotNull(_host.Enforcement.Pending);
        Assert.InRange(pause, TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(12));
        Assert.Equal("gone", _loop.Problem);
    }

    [Fact]
    public async Task When_the_server_is_away_the_next_attempt_is_known()
    {
        var pause = await AnswerAsync(ServerAnswer.Unanswered("gone"));
        Assert.Equal(_bench.Clock.GetUtcNow() + pause, _loop.NextAttempt);

        await AnswerAsync(NoChange);
        Assert.Null(_loop.NextAttempt);
    }

    [Fact]
    public async Task A_busy_servers_time_is_kept_even_while_a_timer_runs()
    {
        await AnswerAsync(Bundle(1, 16, confirm: 60));

        Assert.True(await AnswerAsync(new ServerAnswer(503, default, "busy", TimeSpan.FromSeconds(90))) >= TimeSpan.FromSeconds(90));
    }

    [Fact]
    public async Task A_refused_bundle_is_named_once_in_the_next_call_and_never_makes_the_loop_hot()
    {
        await AnswerAsync(Bundle(5, 16));
        var older = Bundle(4, 40);

        Assert.True(await AnswerAsync(older) > TimeSpan.FromSeconds(1));
        Assert.True(await AnswerAsync(older) > TimeSpan.FromSeconds(1));

        Assert.Equal(5, _calls[^1].Said.Held!.Sequence);
        Assert.Equal(BundleDigest.Of(Signed.Bundle(4, 40, _bench.Clock.GetUtcNow()).Content), _calls[^1].Said.Rejected);
    }

    [Fact]
    public async Task A_bundle_that_a_wrong_clock_refuses_is_not_named_so_that_the_server_sends_its_content_again()
    {
        await AnswerAsync(Bundle(1, 16));
        var refused = "";
        for (var i = 0; i < 3; i++)
        {
            Assert.True(await AnswerAsync(Bundle(2, 20, ahead: TimeSpan.FromDays(1))) > TimeSpan.FromSeconds(1));
            refused = i == 0 ? _host.Reports.Latest!.State.Refused! : refused;
            _bench.Clock.Advance(TimeSpan.FromMinutes(1));
        }

        Assert.Null(_calls[^1].Said.Rejected);
        Assert.Contains("check the clocks", refused, StringComparison.Ordinal);
        // One line of the report, not one for each attempt.
        Assert.Equal(refused, _host.Reports.Latest!.State.Refused);
        await AnswerAsync(Bundle(2, 20));
        Assert.Null(_host.Reports.Latest.State.Refused);
        Assert.Equal(2, _host.Bundles.Content.Wanted!.Held.Sequence);
    }

    [Fact]
    public async Task A_bundle_that_a_person_rolled_back_and_the_server_repeats_never_makes_the_loop_hot()
    {
        await AnswerAsync(Bundle(1, 16));
        await _host.Local.RollbackAsync(all: false, None);

        Assert.True(await AnswerAsync(Bundle(1, 16)) > TimeSpan.FromSeconds(1));
        Assert.True(await AnswerAsync(Bundle(1, 16)) > TimeSpan.FromSeconds(1));

        Assert.Equal(2, _bench.Tuner.Writes);
        Assert.NotNull(_calls[^1].Said.Rejected);
    }

    [Fact]
    public async Task A_server_that_does_not_hold_calls_open_is_polled_in_the_hosts_slot()
    {
        var pauses = new List<TimeSpan>();
        for (var i = 0; i < 5; i++)
            pauses.Add(await AnswerAsync(NoChange));

        Assert.Contains(pauses, pause => pause > TimeSpan.FromSeconds(1));
    }

    [Fact]
    public async Task A_change_of_the_host_ends_a_held_call_so_that_the_server_learns_of_it()
    {
        await AnswerAsync(Bundle(1, 16));
        await AnswerAsync(NoChange);
        _answers.Enqueue(async ct =>
        {
            await Task.Delay(Timeout.Infinite, ct);
            return NoChange;
        });

        var held = _loop.OnceAsync(None);
        await _host.Local.RollbackAsync(all: true, None);
        await held.WaitAsync(Until.Limit, None);
        await AnswerAsync(NoChange);

        Assert.Null(_calls[^1].Said.Held);
        Assert.NotNull(_calls[^1].Said.Rejected);
    }

    [Fact]
    public async Task A_host_the_server_does_not_know_says_how_to_join_again()
    {
        await AnswerAsync(new ServerAnswer(401, default, "The host's secret is void."));

        Assert.Contains("enroll --again", _loop.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_check_in_is_shorter_than_300_bytes()
    {
        await AnswerAsync(Bundle(1234567, 16));
        await AnswerAsync(NoChange);

        var longest = _calls[^1].Said with { BootId = Guid.NewGuid().ToString(), Counter = 1_000_000 };
        Assert.InRange(JsonSerializer.SerializeToUtf8Bytes(longest, WireJson.Default.CheckInRequest).Length, 1, 300);
    }

    public void Dispose()
    {
        _host.Dispose();
        _server.Dispose();
        _bench.Dispose();
    }

    private ServerAnswer Bundle(long sequence, int cwnd, int? confirm = null, TimeSpan ahead = default) =>
        new(
            200,
            JsonSerializer.SerializeToUtf8Bytes(
                _server.Envelope(Signed.Bundle(sequence, cwnd, _bench.Clock.GetUtcNow() + ahead, confirm)),
                WireJson.Default.Envelope
            )
        );

    private Task<TimeSpan> AnswerAsync(ServerAnswer answer)
    {
        _answers.Enqueue(_ => Task.FromResult(answer));
        return _loop.OnceAsync(None);
    }

    private Task<ServerAnswer> CallAsync(string path, ReadOnlyMemory<byte> body, TimeSpan limit, bool fresh, CancellationToken ct)
    {
        _calls.Add((path, JsonSerializer.Deserialize(body.Span, WireJson.Default.CheckInRequest)!, fresh));
        return _answers.Dequeue()(ct);
    }
}
