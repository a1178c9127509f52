using IwTune.Shared.Statistics;

namespace IwTune.Shared.Tests.Statistics;

/// <summary>
/// A rollout over hosts of different loss rates, evaluated after every slot: how a gate handles the hosts' reports, without a server. Rings
/// of one host, 1 %, 5 %, 25 % of the hosts, then nothing is left to compare.
/// </summary>
internal sealed record SimulatedRollout
{
    private const double Mean = 0.02;

    /// <summary>Reports of each host before.</summary>
    private const int Reports = 50;

    public int Hosts { get; init; } = 100;

    /// <summary>The shape of the hosts' rates; infinite when all are equal.</summary>
    public double Shape { get; init; } = 2;

    /// <summary>Connections each host had before.</summary>
    public int Before { get; init; } = 5000;

    /// <summary>The mean number of connections of each host in a slot; hosts differ from a third to three times as many.</summary>
    public int EachSlot { get; init; } = 20;

    public int SlotsEachRing { get; init; } = 10;

    /// <summary>The factor by which the revision raises losses.</summary>
    public double Risk { get; init; } = 1;

    /// <summary>Standard deviation of the logarithm of a slot's common effect on all hosts: the hour, the network.</summary>
    public double Common { get; init; } = 0.3;

    /// <summary>Coefficient of variation of a host's rate from slot to slot.</summary>
    public double BurstCv { get; init; }

    /// <summary>How likely a burst goes on in the next slot.</summary>
    public double BurstLasts { get; init; }

    /// <summary>The canary is the host with the highest loss.</summary>
    public bool WorstCanary { get; init; }

    public double Alpha { get; init; } = 0.05;

    /// <returns>
    /// The slot, from 1, after which it alarms, and the connections until then of hosts with the revision; <see langword="null"/> when it
    /// does not alarm.
    /// </returns>
    public (int Slot, long Tested)? Run(SeededRandom random)
    {
        var (rates, loads) = (new double[Hosts], new int[Hosts]);
        for (var host = 0; host < Hosts; host++)
        {
            rates[host] = Math.Min(0.5, double.IsInfinity(Shape) ? Mean : Mean * Draw.Gamma(random, Shape));
            loads[host] = Math.Max(1, (int)(EachSlot * Math.Pow(3, 2 * random.Share() - 1)));
        }
        if (WorstCanary)
        {
            var worst = Array.IndexOf(rates, rates.Max());
            (rates[0], rates[worst]) = (rates[worst], rates[0]);
        }
        var known = Known(random, rates);
        var losses = new RolloutLosses(new ShareEProcess(), new OverdispersionSums());
        var (histories, bursts) = (new HostHistory[Hosts], new double[Hosts]);
        Array.Fill(bursts, -1);
        int[] rings = [1, Math.Max(1, Hosts / 100), Math.Max(2, Hosts / 20), Hosts / 4];
        long tested = 0;
        for (var slot = 0; slot < rings.Length * SlotsEachRing; slot++)
        {
            var admitted = rings[slot / SlotsEachRing];
            var common = Math.Exp(Common * random.Normal());
            var (mine, theirs) = (new List<HostSlot>(), new List<HostSlot>());
            for (var host = 0; host < Hosts; host++)
            {
                if (BurstCv == 0)
                    bursts[host] = 1;
                else if (bursts[host] < 0 || random.Share() >= BurstLasts)
                    bursts[host] = Draw.Gamma(random, 1 / (BurstCv * BurstCv));
                var rate = Math.Min(0.9, rates[host] * common * bursts[host] * (host < admitted ? Risk : 1));
                (host < admitted ? mine : theirs).Add(
                    new HostSlot(loads[host], Draw.Binomial(random, loads[host], rate), known[host], histories[host])
                );
                tested += host < admitted ? loads[host] : 0;
            }
            losses.Add(mine, theirs, 0.1 * Alpha / (rings.Length + 1));
            for (var host = admitted; host < Hosts; host++)
                histories[host] = theirs[host - admitted].History;
            if (losses.Process.Alarms(0.38 * Alpha))
                return (slot + 1, tested);
        }
        return null;
    }

    private HostRate[] Known(SeededRandom random, double[] rates)
    {
        double connections = 0,
            losses = 0,
            lossesSquared = 0,
            connectionsSquared = 0;
        var lost = new int[Hosts];
        for (var host = 0; host < Hosts && Before > 0; host++)
        {
            for (var report = 0; report < Reports; report++)
                lost[host] += Draw.Binomial(
                    random,
                    Before / Reports,
                    Math.Min(0.9, rates[host] * (BurstCv == 0 ? 1 : Draw.Gamma(random, 1 / (BurstCv * BurstCv))))
                );
            connections += Before;
            losses += lost[host];
            lossesSquared += (double)lost[host] * lost[host] / Before;
            connectionsSquared += (double)Before * Before;
        }
        var prior = RatePrior.Of(Before > 0 ? Hosts : 0, connections, losses, lossesSquared, connectionsSquared);
        return [.. lost.Select(count => prior.After(count, Before, (double)Before * Before / Reports))];
    }
}
