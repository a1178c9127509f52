namespace IwTune.Calibration;

/// <summary>The scenarios of docs/rollouts-gate.md.</summary>
internal static class Grid
{
    private static readonly double[] Losses = [0.005, 0.02, 0.05, 0.1];
    private static readonly double[] Variations = [0, 1, 2, 3];

    /// <summary>Each with its name.</summary>
    public static IEnumerable<(string Name, Scenario Scenario)> Of(double effect)
    {
        foreach (var loss in Losses)
        {
            foreach (var variation in Variations)
                yield return (
                    FormattableString.Invariant($"loss {loss * 100:0.#} %, burst CV {variation:0}"),
                    new Scenario
                    {
                        Loss = loss,
                        BurstCv = variation,
                        Effect = effect,
                    }
                );
        }
        foreach (var variation in (double[])[0, 2])
        {
            var plain = new Scenario { BurstCv = variation, Effect = effect };
            var with = FormattableString.Invariant($", burst CV {variation:0}");
            yield return ("8 busy hosts" + with, plain with { Hosts = 8, Connections = 200 });
            yield return ("1,000 quiet hosts" + with, plain with { Hosts = 1000, Connections = 4 });
            yield return ("hosts alike" + with, plain with { HostCv = 0.05 });
            yield return ("300 connections before" + with, plain with { Before = 300 });
            yield return ("nothing before" + with, plain with { Before = 0 });
            yield return ("daily cycle, twice and half" + with, plain with { Diurnal = 0.7 });
            yield return ("a fifth of the hosts comes and goes" + with, plain with { Absent = 0.2 });
            yield return ("one bad provider" + with, plain with { BadProvider = 0.15 });
            yield return ("every loss a time-out" + with, plain with { Timeouts = 1 });
            yield return ("half of the hosts Windows" + with, plain with { Windows = 0.5 });
        }
        yield return (
            "bursts last five slots, burst CV 2",
            new Scenario
            {
                BurstCv = 2,
                BurstLasts = 0.8,
                Effect = effect,
            }
        );
    }
}
