using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

/// <summary>A ring that every input lets pass, for tests that change one of its figures.</summary>
internal static class GoodRing
{
    public static GateCase Good { get; } =
        new()
        {
            Rules = new RolloutRules { MinSamples = 1000 },
            Hosts = new RingHosts(0, 40, 0, 0, 0),
            Baked = TimeSpan.FromMinutes(10),
            Bake = TimeSpan.FromMinutes(10),
            Outcomes = new GateOutcomes
            {
                Tested = Arm(9870, 96),
                Control = Arm(10_204, 99),
                Ring = Arm(9870, 96),
                RingControl = Arm(10_204, 99),
                RingHosts = new ArmHosts(40, 0),
                ControlHosts = new ArmHosts(160, 0),
            },
            At = DateTimeOffset.UnixEpoch,
        };

    public static ArmOutcome Arm(long judged, long lost) =>
        new()
        {
            Hosts = 40,
            Connections = judged,
            Judged = judged,
            Lost = lost,
            Slots = 400,
            LostBefore = judged * 0.0097,
            LostSlotSquares = judged * 0.0097 * judged * 0.0097 / 400,
            LostHostSquares = judged * 0.0097 * judged * 0.0097 / 40,
            Segments = judged * 20,
            Again = judged / 5,
            AgainBefore = judged / 5.0,
            AgainSquares = judged / 5.0,
            SegmentSquares = judged * 20.0 * judged * 20 / 400,
            Fetch = judged == 0 ? [] : Fetches(judged, 120),
        };

    public static IReadOnlyList<FetchTimes> Fetches(long count, int slow) =>
        [
            new FetchTimes(
                2,
                2,
                new Dictionary<int, long> { [Histogram.Slot(80_000)] = count - count / 10, [Histogram.Slot(slow * 1000)] = count / 10 }
            ),
        ];
}
