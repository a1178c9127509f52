using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Model;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Calibration;

/// <summary>A host whose production connections lose some of their first flights, in bursts.</summary>
internal sealed class SimulatedHost
{
    private const int SegmentsEach = 20;

    /// <summary>A host reports every five slots while no rollout asks for more.</summary>
    private const int SlotsOfReport = 5;

    /// <summary>So many fetches of a past report are drawn: a history needs a hundred of them, not all.</summary>
    private const int FetchesOfReport = 10;

    private readonly Scenario _scenario;
    private readonly SeededRandom _random;
    private readonly double _rate;
    private readonly double _again;
    private readonly double _slowness;
    private readonly int _load;
    private double _burst = -1;
    private bool _absent;

    public SimulatedHost(Scenario scenario, SeededRandom random)
    {
        (_scenario, _random) = (scenario, random);
        _rate = Draw.Beta(random, scenario.Loss, scenario.HostCv);
        _again = 0.01 * Draw.Gamma(random, 4);
        _slowness = Math.Exp(0.1 * Draw.Normal(random));
        _load = Math.Max(1, (int)(scenario.Connections * Math.Pow(3, (2 * random.Share()) - 1)));
        HasBadProvider = random.Share() < scenario.BadProvider;
        IsBlind = random.Share() < scenario.Windows;
        _absent = random.Share() < scenario.Absent;
    }

    /// <summary>Whether its provider has bad hours.</summary>
    public bool HasBadProvider { get; }

    /// <summary>Whether it reports counters only.</summary>
    public bool IsBlind { get; }

    /// <summary>What it reported before the rollout, report by report.</summary>
    public IEnumerable<ArmOutcome> Past()
    {
        for (var left = _scenario.Before; left > 0; )
        {
            var connections = Math.Min(left, _load * SlotsOfReport);
            left -= connections;
            var burst = _scenario.BurstCv == 0 ? 1 : Draw.Gamma(_random, SlotsOfReport / (_scenario.BurstCv * _scenario.BurstCv));
            yield return Outcome(connections, burst, 1, FetchesOfReport);
        }
    }

    /// <summary>What it reports of one slot; <see langword="null"/> while it is absent.</summary>
    /// <param name="common">What all hosts' losses are multiplied by.</param>
    /// <param name="revised">Whether it has the revision.</param>
    public ArmOutcome? Slot(double common, bool revised)
    {
        if (_scenario.Absent > 0 && _random.Share() < 0.1)
            _absent = _random.Share() < _scenario.Absent;
        if (_absent)
            return null;
        if (_scenario.BurstCv == 0)
            _burst = 1;
        else if (_burst < 0 || _random.Share() >= _scenario.BurstLasts)
            _burst = Draw.Gamma(_random, 1 / (_scenario.BurstCv * _scenario.BurstCv));
        return Outcome(_load, _burst * common, revised && !_scenario.IsHarmless ? _scenario.Effect : 1, int.MaxValue);
    }

    private ArmOutcome Outcome(int connections, double burst, double effect, int fetches)
    {
        var lost = Draw.Binomial(_random, connections, Math.Min(0.95, _rate * burst * effect));
        var segments = connections * SegmentsEach;
        var again = Math.Min(segments, Draw.Binomial(_random, segments, Math.Min(0.5, _again * burst)) + (2 * lost));
        return IsBlind
            ? new ArmOutcome { Segments = segments, Again = again }
            : new ArmOutcome
            {
                Connections = connections,
                Judged = connections,
                Lost = lost,
                Segments = segments,
                Again = again,
                Fetch = [Fetches(Math.Min(connections, fetches), (double)lost / connections, burst)],
            };
    }

    private FetchTimes Fetches(int connections, double loss, double burst)
    {
        var times = new Dictionary<int, long>();
        // Bursts of loss are queues, too: everything of the host is slower in them.
        var median = 80_000 * _slowness * (1 + (0.1 * Math.Min(burst, 5)));
        for (var fetch = 0; fetch < connections; fetch++)
        {
            var time = median * Math.Exp(0.5 * Draw.Normal(_random));
            if (_random.Share() < loss)
                time += _random.Share() < _scenario.Timeouts ? 1_000_000 : 40_000;
            var slot = Histogram.Slot((long)time);
            times[slot] = times.GetValueOrDefault(slot) + 1;
        }
        return new FetchTimes(2, 2, times);
    }
}
