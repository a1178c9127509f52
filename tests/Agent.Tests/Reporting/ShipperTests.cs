using System.Text;
using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Reporting;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Reporting;

public sealed class ShipperTests : IDisposable
{
    private readonly string _directory = Path.Combine(Path.GetTempPath(), $"iwtune-shipper-{Guid.NewGuid():N}");
    private readonly TestClock _clock = new();
    private readonly Outbox _outbox;
    private readonly SortedSet<long> _stored = [];
    private readonly List<string> _posts = [];
    private Func<string[], ServerAnswer> _server;

    public ShipperTests()
    {
        _outbox = Outbox.Open(_directory, 16 << 20, _clock);
        _server = Store;
    }

    [Fact]
    public async Task Everything_arrives_once_in_order_and_is_let_go()
    {
        Fill(1200);

        Assert.Null(await ShipAsync());

        Assert.Equal(Enumerable.Range(1, 1200).Select(n => (long)n), _stored);
        Assert.Equal(0, _outbox.Waiting);
        Assert.Equal(3, _posts.Count);
    }

    [Fact]
    public async Task A_reply_that_is_lost_costs_a_duplicate_and_nothing_else()
    {
        Fill(3);
        _server = lines =>
        {
            Store(lines);
            _server = Store;
            return ServerAnswer.Unanswered("broken");
        };

        Assert.NotNull(await ShipAsync());
        Assert.Equal(3, _outbox.Waiting);
        Assert.Null(await ShipAsync());

        Assert.Equal(0, _outbox.Waiting);
        Assert.Equal(2, _posts.Count);
    }

    [Fact]
    public async Task A_line_the_server_never_takes_is_found_replaced_and_does_not_hold_the_others()
    {
        Fill(9);
        _server = lines =>
            lines.Any(line => line.Contains("event 4", StringComparison.Ordinal))
                ? new ServerAnswer(400, default, "line 5 is bad")
                : Store(lines);

        Assert.Null(await ShipAsync());

        Assert.Equal(9, _stored.Count);
        Assert.Contains(
            _posts,
            post => post.Contains("ReportsLost", StringComparison.Ordinal) && post.Contains("line 5 is bad", StringComparison.Ordinal)
        );
        Assert.InRange(_posts.Count, 3, 20);
    }

    [Fact]
    public async Task A_server_that_refuses_everything_is_left_alone_for_a_while()
    {
        Fill(4);
        _server = _ => new ServerAnswer(422, default, "no");

        var pause = await ShipAsync();

        Assert.NotNull(pause);
        Assert.InRange(_posts.Count, 1, 8);
        Assert.Equal(4, _outbox.Waiting);
    }

    [Theory]
    [InlineData(401)]
    [InlineData(429)]
    [InlineData(500)]
    [InlineData(0)]
    public async Task Everything_else_pauses_and_keeps_the_lines(int status)
    {
        Fill(2);
        _server = _ => new ServerAnswer(status, default, "not now", TimeSpan.FromMinutes(3));

        Assert.True(await ShipAsync() >= TimeSpan.FromMinutes(3));
        Assert.Single(_posts);
        Assert.Equal(2, _outbox.Waiting);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_pause_ends_when_the_server_answers_another_call_unless_the_server_asked_for_it(bool asked)
    {
        Fill(2);
        _server = _ => asked ? new ServerAnswer(429, default, "not now", TimeSpan.FromMinutes(3)) : ServerAnswer.Unanswered("broken");
        using var stop = new CancellationTokenSource();
        var shipper = Shipper();
        var running = shipper.RunAsync(stop.Token);
        await Until.TrueAsync(() => _clock.TimersMade > 0, () => $"{_posts.Count} posts and no pause");

        _server = Store;
        shipper.Reached();
        if (asked)
        {
            Assert.Single(_posts);
            await _clock.PassUntilAsync(TimeSpan.FromMinutes(1), () => _outbox.Waiting == 0, () => "nothing was sent after the pause");
        }
        await Until.TrueAsync(() => _outbox.Waiting == 0, () => $"{_outbox.Waiting} lines wait");
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    [Fact]
    public async Task A_server_that_stored_only_some_gets_the_rest_later()
    {
        Fill(4);
        _server = lines => Store(lines[..2]);

        Assert.NotNull(await ShipAsync());

        Assert.Equal(2, _outbox.Waiting);
    }

    [Fact]
    public async Task A_server_that_knows_more_lines_than_were_ever_written_gets_ours_behind_them()
    {
        _stored.UnionWith(Enumerable.Range(1, 50).Select(n => (long)n));
        Fill(2);

        Assert.Null(await ShipAsync());

        Assert.Equal(52, _stored.Max);
        Assert.Equal(0, _outbox.Waiting);
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private void Fill(int lines)
    {
        _outbox.Append([.. Enumerable.Range(0, lines).Select(i => new HostEvent(HostEventKind.Applied, "", $"event {i}."))], []);
    }

    private Task<TimeSpan?> ShipAsync() => Shipper().ShipAsync(CancellationToken.None);

    private Shipper Shipper() =>
        new(
            _outbox,
            (body, _) =>
            {
                var text = Encoding.UTF8.GetString(body.Span);
                _posts.Add(text);
                return Task.FromResult(_server(text.Split('\n', StringSplitOptions.RemoveEmptyEntries)));
            },
            new BackOff(new Schedule(55, 60, 0), _clock, () => 0.5),
            _clock
        );

    /// <summary>Idempotent ingest: the highest number up to which there is no gap.</summary>
    private ServerAnswer Store(string[] lines)
    {
        foreach (var line in lines)
            _stored.Add(JsonSerializer.Deserialize(line, WireJson.Default.ReportLine)!.Number);
        var durable = 0L;
        while (_stored.Contains(durable + 1))
            durable++;
        return new ServerAnswer(200, JsonSerializer.SerializeToUtf8Bytes(new ReportsReply(durable), WireJson.Default.ReportsReply));
    }
}
