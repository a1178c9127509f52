using IwTune.Shared.Statistics;

namespace IwTune.SimulatedFleet;

/// <summary>The results of a fleet with one method of choosing.</summary>
public sealed record FleetOutcome(string Name, IReadOnlyList<HostOutcome> Hosts)
{
    /// <summary>Mean time of a response, ms, every host counted alike.</summary>
    public double Milliseconds => Hosts.Average(host => host.Milliseconds);

    /// <summary>The additional time compared with the best window at every moment, as a share of the latter: mean over hosts.</summary>
    public double Regret => Hosts.Average(host => (host.Milliseconds / host.Oracle) - 1);

    /// <summary>The same, 90th percentile of hosts.</summary>
    public double RegretP90 => Hosts.Select(host => (host.Milliseconds / host.Oracle) - 1).Order().ElementAt(Hosts.Count * 9 / 10);

    /// <summary>Share of first flights with a loss.</summary>
    public double Loss => Hosts.Average(host => host.Loss);

    /// <summary>Steps with a window outside of its bounds, on all hosts.</summary>
    public int OutOfBounds => Hosts.Sum(host => host.OutOfBounds);

    /// <summary>Losses that a learned window did not answer within the step.</summary>
    public int LateRetreats => Hosts.Sum(host => host.LateRetreats);

    /// <summary>Changes per host and day in the last ten days.</summary>
    public double ChangesADay => Hosts.Average(host => host.ChangesLate) / 10;

    /// <summary>Hosts whose path did not change in the last ten days.</summary>
    public IReadOnlyList<HostOutcome> Quiet => [.. Hosts.Where(host => host.LateHigh > 0)];

    /// <summary>Share of hosts whose window was constant, or alternated between one value and its half, for the last seven days.</summary>
    public double Settled => Quiet.Count == 0 ? 1 : Quiet.Count(host => host.LateHigh <= (2 * host.LateLow) + 2) / (double)Quiet.Count;
}

/// <summary>A fleet of simulated hosts; the same seed gives the same fleet, to the last digit.</summary>
public static class FleetRun
{
    /// <summary>Simulates thirty days of every host with every method of choosing.</summary>
    /// <param name="hosts">The number of hosts.</param>
    /// <param name="seed">Of hosts, paths and connections.</param>
    /// <param name="only">The names of <see cref="Choosers.All"/> to run; all when empty.</param>
    public static IReadOnlyList<FleetOutcome> Run(int hosts, ulong seed, params string[] only)
    {
        var random = new SeededRandom(seed);
        var fleet = Enumerable.Range(0, hosts).Select(_ => SimulatedHost.Draw(random)).ToList();
        var seeds = fleet.Select(_ => random.Next()).ToList();
        return
        [
            .. Choosers
                .All.Where(chooser => only.Length == 0 || only.Contains(chooser.Name, StringComparer.Ordinal))
                .Select(chooser =>
                {
                    var outcomes = new HostOutcome[hosts];
                    Parallel.For(0, hosts, i => outcomes[i] = HostRun.Live(fleet[i], chooser.Begin, chooser.Least, chooser.Most, seeds[i]));
                    return new FleetOutcome(chooser.Name, outcomes);
                }),
        ];
    }
}
