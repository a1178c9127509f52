using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Statistics;

namespace IwTune.Calibration;

/// <summary>
/// A rollout over simulated hosts, judged by the server's own gate after every slot: the slots become evidence and sums by the same code
/// that the server runs on what its store has. A ring that the gate holds is promoted by a person after its looks.
/// </summary>
internal sealed class SimulatedRollout(Scenario scenario, ulong seed)
{
    /// <summary>The slots of a rollout with the standard bake time, seconds.</summary>
    public const int SlotSeconds = 60;

    private readonly SeededRandom _random = new(seed);
    private readonly Dictionary<(long Stage, long Ring), ArmOutcome> _sums = [];
    private WatchEvidence _evidence = WatchEvidence.None;

    /// <summary>Runs it to its end.</summary>
    public RolloutResult Run()
    {
        var hosts = new SimulatedHost[scenario.Hosts];
        for (var host = 0; host < hosts.Length; host++)
            hosts[host] = new SimulatedHost(scenario, _random);
        var known = KnownHosts.Of(hosts);
        var rings = RingEnds();
        var rules = new RolloutRules
        {
            Rings = [.. rings.Select(end => new RingRule { Hosts = end })],
            BakeSeconds = scenario.Looks * SlotSeconds,
            Alpha = scenario.Alpha,
            MaxRise = scenario.MaxRise,
        };
        var (slot, passed, bad) = (0, false, 1.0);
        for (var ring = 1; ring <= rings.Length; ring++)
        {
            for (var look = 1; look <= scenario.Looks; look++)
            {
                slot++;
                if (_random.Share() < 0.1)
                    bad = _random.Share() < 0.5 ? 1 : 3;
                Fold(Reported(slot, hosts, known, rings, ring, Common(slot), bad), rings.Length);
                var gate = RingGate.Judge(Case(rules, hosts, rings, ring, look));
                if (gate.Verdict == GateVerdict.Fail)
                    return new RolloutResult(
                        slot * SlotSeconds,
                        gate.Inputs.First(input => input.Verdict == GateVerdict.Fail).Name,
                        passed,
                        ring
                    );
                passed |=
                    look == scenario.Looks && gate.Inputs.Any(input => input is { Name: FirstFlightInput.Name, Verdict: GateVerdict.Pass });
            }
        }
        return new RolloutResult(null, "", passed, rings.Length);
    }

    /// <summary>One host, then evenly in the logarithm up to a quarter, then everyone.</summary>
    private int[] RingEnds()
    {
        var ends = new int[scenario.Rings + 1];
        for (var ring = 0; ring < scenario.Rings; ring++)
        {
            var end = ring == 0 ? 1 : (int)Math.Round(Math.Pow(scenario.Hosts / 4.0, (double)ring / (scenario.Rings - 1)));
            ends[ring] = Math.Max(ring == 0 ? 1 : ends[ring - 1] + 1, end);
        }
        ends[^1] = scenario.Hosts;
        return ends;
    }

    private double Common(int slot) =>
        Math.Exp((0.3 * Draw.Normal(_random)) + (scenario.Diurnal * Math.Sin(2 * Math.PI * slot / (4.0 * scenario.Looks))));

    private static CountedSlot[] Reported(
        int slot,
        SimulatedHost[] hosts,
        CountedHost[] known,
        int[] rings,
        int stage,
        double common,
        double bad
    )
    {
        var told = new List<CountedSlot>(hosts.Length);
        for (var host = 0; host < hosts.Length; host++)
        {
            var ring = Array.FindIndex(rings, end => host < end) + 1;
            var arm = ring <= stage ? ring : 0;
            if (hosts[host].Slot(common * (hosts[host].HasBadProvider ? bad : 1), arm > 0) is { } outcome)
                told.Add(new CountedSlot(slot, known[host], stage, arm, outcome));
        }
        return [.. told];
    }

    private void Fold(CountedSlot[] slot, int rings)
    {
        _evidence = SlotEvidence.Add(_evidence, slot, scenario.Alpha, rings);
        var tails = FetchTail.Of(slot);
        foreach (var arm in slot.GroupBy(one => (one.Stage, one.Ring)))
            _sums[arm.Key] = ArmSums.Add(
                _sums.GetValueOrDefault(arm.Key, ArmOutcome.None),
                [.. arm.Select(one => (one.Host, one.Counted(tails)))],
                arm.Key
            );
    }

    private GateCase Case(RolloutRules rules, SimulatedHost[] hosts, int[] rings, int ring, int look)
    {
        var from = ring == 1 ? 0 : rings[ring - 2];
        return new GateCase
        {
            Rules = rules,
            Hosts = new RingHosts(0, rings[ring - 1] - from, 0, 0, 0),
            Baked = TimeSpan.FromSeconds(look * SlotSeconds),
            Bake = TimeSpan.FromSeconds(rules.BakeSeconds),
            Outcomes = GateEvidence.Of(
                _evidence,
                _sums.GetValueOrDefault((ring, ring), ArmOutcome.None),
                _sums.GetValueOrDefault((ring, 0), ArmOutcome.None)
            ) with
            {
                RingHosts = Arm(hosts.AsSpan(from..rings[ring - 1])),
                ControlHosts = Arm(hosts.AsSpan(rings[ring - 1]..)),
            },
            At = DateTimeOffset.UnixEpoch,
        };
    }

    private static ArmHosts Arm(ReadOnlySpan<SimulatedHost> hosts)
    {
        var blind = 0;
        foreach (var host in hosts)
            blind += host.IsBlind ? 1 : 0;
        return new ArmHosts(hosts.Length, blind);
    }
}
