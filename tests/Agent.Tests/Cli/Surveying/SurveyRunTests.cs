using System.Net;
using IwTune.Agent.Cli.Surveying;
using IwTune.Agent.Linux.Probing.Remote;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Cli.Surveying;

/// <summary>The order and the pace of a survey, on a clock that a test moves.</summary>
public sealed class SurveyRunTests
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(2);

    private readonly TestClock _clock = new();
    private readonly List<string> _asked = [];
    private readonly List<SurveyReading> _kept = [];

    [Fact]
    public async Task Hosts_are_asked_one_after_another_with_the_pause_between_them()
    {
        string[] services = ["a.example:80", "b.example:80", "a.example:8080"];
        var run = RunAsync(string.Join('\n', services), Answers);
        for (var asked = 1; asked < services.Length; asked++)
        {
            Assert.Equal(services[..asked], _asked);
            _clock.Advance(Pause - TimeSpan.FromTicks(1));
            Assert.Equal(services[..asked], _asked);
            _clock.Advance(TimeSpan.FromTicks(1));
            await Until.TrueAsync(() => _asked.Count == asked + 1 && _clock.TimersMade == Math.Min(asked + 1, 2), () => $"{_asked.Count}");
        }
        await run;
        Assert.Equal([10, 10, 10], _kept.Select(reading => reading.Segments));
    }

    [Fact]
    public async Task A_host_that_did_not_answer_is_not_asked_again()
    {
        var run = RunAsync(
            "down.example\nup.example\ndown.example:8080\n",
            service => service.Host == "down.example" ? Fails(ProbeFailureKind.NotReached) : Answers(service)
        );
        await PassAsync(run);
        Assert.Equal(["down.example:80", "up.example:80"], _asked);
        Assert.Equal(
            [
                "It failed.",
                "",
                "192.0.2.4:8080 was not asked: 192.0.2.4 did not answer for down.example:80, and a survey does not ask such a host again.",
            ],
            _kept.Select(reading => reading.Failure)
        );
    }

    [Fact]
    public async Task A_host_whose_connections_do_not_agree_did_answer()
    {
        await PassAsync(RunAsync("a.example\na.example:8080\n", _ => Fails(ProbeFailureKind.Undecided)));
        Assert.Equal(2, _asked.Count);
    }

    [Fact]
    public async Task A_name_without_an_address_costs_no_pause()
    {
        await RunAsync("x.invalid\na.example\n", Answers);
        Assert.Equal(["a.example:80"], _asked);
        Assert.Equal(("x.invalid has no address.", ""), (_kept[0].Failure, _kept[0].Address));
    }

    [Fact]
    public async Task What_was_read_before_it_is_stopped_is_kept()
    {
        using var stop = new CancellationTokenSource();
        var run = RunAsync("a.example\nb.example\n", Answers, stop.Token);
        Assert.Equal("a.example", Assert.Single(_kept).Host);
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        Assert.Single(_kept);
    }

    [Fact]
    public async Task A_reading_has_what_was_measured()
    {
        await RunAsync("a.example tls mss=88\n", Answers);
        Assert.Equal(
            new SurveyReading
            {
                Host = "a.example",
                Port = 443,
                Tls = true,
                Address = "192.0.2.1",
                Taken = _clock.GetUtcNow(),
                Segments = 10,
                Verdict = FlightVerdict.IwLimited,
                Bytes = 760,
                Mss = 76,
                RttMicroseconds = 2_000,
                ReceiveWindow = 64_240,
                ReceiveScale = 7,
            },
            Assert.Single(_kept)
        );
    }

    [Fact]
    public async Task A_long_failure_is_kept_as_far_as_it_may_be_sent()
    {
        await RunAsync("a.example\n", _ => new ProbeOutcome.Failed(new ProbeFailure(ProbeFailureKind.Undecided, new string('x', 900))));
        Assert.Empty(SurveyRules.Problems(Assert.Single(_kept)));
    }

    private static ProbeOutcome.Failed Fails(ProbeFailureKind kind) => new(new ProbeFailure(kind, "It failed."));

    private static ProbeOutcome Answers(Destination service)
    {
        var mss = service.Mss - 12;
        return new ProbeOutcome.Measured(
            new RemoteWindow(
                service,
                new FlightCount(10, FlightVerdict.IwLimited, 10 * mss),
                mss,
                2_000,
                new SynAckWindow(64_240, 7),
                [],
                [],
                ""
            )
        );
    }

    private async Task PassAsync(Task run)
    {
        await _clock.PassUntilAsync(TimeSpan.FromMilliseconds(500), () => run.IsCompleted, () => $"{_asked.Count} asked");
        await run;
    }

    private Task RunAsync(string list, Func<Destination, ProbeOutcome> answer, CancellationToken ct = default)
    {
        var means = new SurveyMeans(
            (host, _) =>
                Task.FromResult<(IPEndPoint?, string)>(
                    host.Host.EndsWith(".invalid", StringComparison.Ordinal)
                        ? (null, $"{host.Host} has no address.")
                        : (new IPEndPoint(IPAddress.Parse($"192.0.2.{host.Host.IndexOf('.')}"), host.Port), "")
                ),
            (service, _, _) =>
            {
                _asked.Add($"{service.Host}:{service.Address.Port}");
                return Task.FromResult(answer(service));
            },
            _clock,
            Pause
        );
        return new SurveyRun(means, _ => { }).RunAsync(TargetList.Parse(list).Targets, _kept.Add, ct);
    }
}
