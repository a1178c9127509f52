using System.Net;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.RoundTrips;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Engine;

/// <summary>Only permitted destinations are measured, in rounds.</summary>
public sealed class RoundTripRoundsTests
{
    private static readonly RttDestination Near = new("near.example", 443);
    private static readonly RttDestination Far = new("2001:db8::1", 8443);
    private readonly TestClock _clock = new();
    private readonly List<Evidence> _told = [];
    private readonly Asked _asked = new();
    private RttSettings _settings = new([], TimeSpan.FromMinutes(5));

    [Fact]
    public async Task Without_destinations_nothing_is_sent()
    {
        using var stop = new CancellationTokenSource();
        var running = Rounds().RunAsync(TellAsync, stop.Token);
        // A round is over when the daemon waits for the next one.
        await _clock.PassUntilAsync(_settings.Every, () => _clock.TimersMade > 3, () => "there are no rounds");
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        Assert.Empty(_asked.Destinations);
        Assert.Empty(_told);
    }

    [Fact]
    public async Task Every_destination_is_told_as_evidence_that_says_nothing_about_a_window()
    {
        _settings = _settings with { Destinations = [Near, Far] };
        using var stop = new CancellationTokenSource();
        var running = Rounds().RunAsync(TellAsync, stop.Token);
        await IwTune.Lab.Until.TrueAsync(() => Told() == 2, () => $"{Told()} told");
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        Assert.Equal([Near, Far], _asked.Destinations);
        Assert.Equal(["rtt near.example:443", "rtt [2001:db8::1]:8443"], _told.Select(evidence => evidence.TargetId));
        Assert.All(_told, evidence => Assert.False(evidence.Conclusive));
        Assert.Equal([7000L, 7000L], _told.Select(evidence => evidence.RttMicroseconds!.Value));
    }

    [Fact]
    public async Task New_settings_begin_a_round()
    {
        using var stop = new CancellationTokenSource();
        var rounds = Rounds();
        var running = rounds.RunAsync(TellAsync, stop.Token);
        _settings = _settings with { Destinations = [Near] };
        rounds.SettingsChanged();
        await IwTune.Lab.Until.TrueAsync(() => Told() > 0, () => "nothing told");
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        Assert.All(_asked.Destinations, destination => Assert.Equal(Near, destination));
    }

    private RoundTripRounds Rounds() => new(_asked, () => _settings, _clock, () => 0);

    private int Told()
    {
        lock (_told)
            return _told.Count;
    }

    private Task TellAsync(Evidence evidence)
    {
        lock (_told)
            _told.Add(evidence);
        return Task.CompletedTask;
    }

    private sealed class Asked : IRoundTrips
    {
        public List<RttDestination> Destinations { get; } = [];

        public Task<RoundTripFacts> MeasureAsync(RttDestination destination, CancellationToken ct)
        {
            Destinations.Add(destination);
            return Task.FromResult(
                new RoundTripFacts
                {
                    Destination = destination.ToString(),
                    Connections = 5,
                    MinMicroseconds = 6000,
                    MedianMicroseconds = 7000,
                    P90Microseconds = 8000,
                }
            );
        }

        public Task<RoundTripSamples> MeasureAsync(IPEndPoint to, int count, TimeSpan pause, CancellationToken ct) =>
            Task.FromResult(new RoundTripSamples(to, [.. Enumerable.Repeat(7000L, count)], 0, ""));
    }
}
