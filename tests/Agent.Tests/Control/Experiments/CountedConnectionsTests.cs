using System.Net;
using IwTune.Agent.Engine.Experiments;

namespace IwTune.Agent.Tests.Control.Experiments;

/// <summary>Which connections an experiment counts, and in which arm.</summary>
public sealed class CountedConnectionsTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly ExperimentBench _bench = new();

    [Fact]
    public async Task Connections_with_the_window_of_an_arm_are_no_evidence_of_the_hosts_own()
    {
        var older = _bench.Connect(_bench.PortOf(1, 0));
        _bench.Feed.Open.Add(older);
        await _bench.StartAsync();
        bool[] Seen() =>
            [
                _bench.Gave(_bench.Connect(_bench.PortOf(1, 1))),
                _bench.Gave(_bench.Connect(_bench.PortOf(0, 2))), // the control arm has the host's own window
                _bench.Gave(_bench.Connect(1024)),
                _bench.Gave(_bench.Connect(_bench.PortOf(1, 3), target: 7)),
                _bench.Gave(older with { Remote = new IPEndPoint(older.Remote.Address, _bench.PortOf(1, 0)) }),
            ];
        Assert.Equal([true, false, false, false, false], Seen());
        var taken = _bench.Connect(_bench.PortOf(1, 4));
        await _bench.Experiments.StopAsync(ExperimentPhase.Stopped, "stopped by root", None);
        _bench.Clock.Advance(TimeSpan.FromSeconds(59));
        Assert.True(_bench.Experiments.Disturbs && _bench.Gave(taken));
        _bench.Clock.Advance(TimeSpan.FromSeconds(1));
        Assert.False(_bench.Experiments.Disturbs || _bench.Gave(taken));
    }

    [Fact]
    public async Task In_a_switchback_every_connection_of_its_ports_is_apart_because_blocks_overlap()
    {
        await _bench.StartAsync(
            new ExperimentRequest
            {
                Treatment = 20,
                Design = ExperimentDesign.Switchback,
                Seconds = 7200,
            }
        );
        Assert.True(_bench.Gave(_bench.Connect(40_000)));
        Assert.False(_bench.Gave(_bench.Connect(1024)));
    }

    [Fact]
    public async Task First_flights_are_judged_only_where_the_window_of_either_arm_can_judge_them()
    {
        await _bench.StartAsync();
        await _bench.CountsAsync();
        foreach (var arm in (int[])[0, 1])
        {
            _bench.Add(_bench.Under("bbr", arm, 5_000));
            _bench.Add(_bench.Under("bbr", arm, 20_000)); // fits 20 segments, not the host's 10
            _bench.Add(_bench.Under("cubic", arm, 20_000));
        }
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        bool?[] judged = [false, null, false];
        Assert.Equal([.. judged, .. judged], _bench.Store.Samples(_bench.Store.Find(null)!.Plan.Id).Select(sample => sample.Lost));
    }

    [Fact]
    public async Task What_there_was_before_counts_in_no_arm()
    {
        var older = _bench.Connect(_bench.PortOf(1, 0));
        _bench.Feed.Open.Add(older);
        await _bench.StartAsync();
        _bench.Add(_bench.Connect(_bench.PortOf(0, 1))); // ended before the start, reported after it
        await _bench.CountsAsync();
        _bench.Add(older);
        _bench.Add(_bench.Connect(_bench.PortOf(0, 2)));
        _bench.Add(_bench.Connect(_bench.PortOf(1, 3)));
        _bench.Add(_bench.Connect(_bench.PortOf(1, 4)));
        _bench.Add(_bench.Connect(1024)); // in no stripe
        _bench.Add(_bench.Connect(_bench.PortOf(1, 5), target: 7)); // another target's
        await _bench.LookAsync(TimeSpan.FromSeconds(3));
        var samples = _bench.Store.Samples(_bench.Store.Find(null)!.Plan.Id).ToList();
        Assert.Equal([0, 1, 1], samples.Select(sample => sample.Arm));
        Assert.Equal([10, 20, 20], samples.Select(sample => sample.Window));
    }

    [Fact]
    public async Task By_turns_all_ports_have_one_arm_and_the_first_minute_does_not_count()
    {
        await _bench.StartAsync(
            new ExperimentRequest
            {
                Treatment = 20,
                Design = ExperimentDesign.Switchback,
                Seconds = 7200,
                BlockSeconds = 600,
                Seed = 1,
            }
        );
        var plan = _bench.Store.Find(null)!.Plan;
        for (var block = 0; block < 4; block++)
        {
            await _bench.LookAsync(TimeSpan.FromSeconds(1));
            Assert.Equal(plan.Blocks.ArmOf(block), Assert.Single(_bench.Stripes.Standing!.Stripes).Arm);
            _bench.Add(_bench.Connect(40_000)); // in the first minute
            await _bench.LookAsync(TimeSpan.FromSeconds(65));
            await _bench.LookAsync(TimeSpan.FromSeconds(5));
            _bench.Add(_bench.Connect(50_000));
            await _bench.LookAsync(TimeSpan.FromSeconds(529));
        }
        var samples = _bench.Store.Samples(plan.Id).ToList();
        Assert.Equal([0, 1, 2, 3], samples.Select(sample => sample.Block));
        Assert.Equal(Enumerable.Range(0, 4).Select(plan.Blocks.ArmOf), samples.Select(sample => sample.Arm));
    }

    public void Dispose() => _bench.Dispose();
}
