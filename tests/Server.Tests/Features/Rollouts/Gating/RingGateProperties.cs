using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Model;
using IwTune.Shared.Statistics;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

/// <summary>For any reports of hosts, from a single connection to millions, the gate has an answer with numbers.</summary>
public sealed class RingGateProperties
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void It_judges_whatever_is_told(ulong seed)
    {
        var random = new SeededRandom(seed);
        for (var i = 0; i < 5_000; i++)
        {
            var given = Drawn(random);
            var gate = RingGate.Judge(given);
            foreach (var input in gate.Inputs)
                Assert.True(
                    (double?[])
                        [
                            input.Value,
                            input.Control,
                            input.Threshold,
                            input.Due,
                            input.Low,
                            input.High,
                            .. (input.Measures ?? []).SelectMany(one => (double?[])[one.Value, one.Threshold]),
                        ]
                        is var numbers
                        && Array.TrueForAll(numbers, number => number is null || double.IsFinite(number.Value))
                        && !input.Sentence.Contains("NaN", StringComparison.Ordinal),
                    $"seed {seed}, case {i}: {input}"
                );
            if (
                given.Outcomes.Ring.Judged < given.Rules.MinSamples
                && given.Outcomes.ControlHosts.Able > 0
                && given.Outcomes.RingHosts.Able > 0
            )
                Assert.NotEqual(GateVerdict.Pass, gate.Verdict);
        }
    }

    private static GateCase Drawn(SeededRandom random)
    {
        var process = new ShareEProcess();
        process.Add(0.05 + (0.9 * random.Share()), Number(random), Number(random));
        return new()
        {
            Rules = new RolloutRules
            {
                MinSamples = random.Below(3) == 0 ? 0 : (int)Number(random),
                Alpha = 0.0001 + (0.2 * random.Share()),
                MaxRise = 0.05 + (20 * random.Share()),
            },
            Hosts = new RingHosts(random.Below(3), random.Below(50), random.Below(2), random.Below(2), random.Below(2)),
            Earlier = random.Below(3) == 0 ? null : Earlier(random),
            Baked = TimeSpan.FromSeconds(random.Below(1200)),
            Bake = TimeSpan.FromMinutes(10),
            Outcomes = new GateOutcomes
            {
                FirstFlights = process,
                Tested = Arm(random),
                Control = Arm(random),
                Ring = Arm(random),
                RingControl = Arm(random),
                RingHosts = Hosts(random),
                ControlHosts = Hosts(random),
                Late = random.Below(3),
            },
            At = DateTimeOffset.UnixEpoch,
        };
    }

    private static HostsAfterGate Earlier(SeededRandom random) =>
        new([new(1, random.Below(50), random.Below(2))], Silent(random), Silent(random));

    private static SilentHosts Silent(SeededRandom random)
    {
        var all = random.Below(1000);
        return new SilentHosts(all, random.Below(all + 1));
    }

    private static ArmHosts Hosts(SeededRandom random)
    {
        var all = random.Below(50);
        return new ArmHosts(all, random.Below(all + 1));
    }

    /// <summary>None, a single one, or up to a million, with each order of magnitude equally often.</summary>
    private static long Number(SeededRandom random) => random.Below(4) == 0 ? random.Below(3) : (long)Math.Pow(10, 6 * random.Share());

    private static ArmOutcome Arm(SeededRandom random)
    {
        var connections = Number(random);
        var judged = (long)(connections * random.Share());
        var segments = connections * (1 + random.Below(200));
        var fetches = connections > 0 && random.Below(3) > 0;
        return new()
        {
            Hosts = random.Below(50),
            Connections = connections,
            Judged = judged,
            Lost = (long)(judged * random.Share() * random.Share()),
            LostBefore = judged * random.Share() * 0.1,
            Segments = segments,
            Again = (long)(segments * random.Share() * 0.3),
            AgainBefore = segments * random.Share() * 0.3,
            AgainVariance = segments * random.Share(),
            LostSlotSquares = connections * random.Share(),
            LostHostSquares = connections * random.Share() * 10,
            LostHostSpread = connections * random.Share(),
            LostHostBursts = connections * random.Share(),
            AgainSquares = segments * random.Share() * 10,
            AgainCross = segments * (random.Share() - 0.5) * 100,
            // From one unit with everything to each segment for itself.
            SegmentSquares = segments * Math.Max(1, segments * random.Share()),
            Fetch = fetches ? [Fetches(random, connections)] : [],
            FetchBefore = fetches && random.Below(2) == 0 ? [Fetches(random, Number(random))] : [],
        };
    }

    private static FetchTimes Fetches(SeededRandom random, long count) =>
        new(
            2,
            2,
            new Dictionary<int, long>
            {
                [Histogram.Slot(1 + random.Below(60_000))] = Math.Max(1, count),
                [Histogram.Slot(100_000 + random.Below(3_000_000))] = 1 + random.Below(3),
            }
        );
}
