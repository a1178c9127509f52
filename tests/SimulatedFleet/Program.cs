using System.Globalization;
using IwTune.SimulatedFleet;

var hosts = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 1000;
var seed = args.Length > 1 ? ulong.Parse(args[1], CultureInfo.InvariantCulture) : 9040;
CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;

Console.WriteLine($"{hosts:N0} hosts, 30 days, seed {seed}\n");
Console.WriteLine(
    "| window | mean ms | over the oracle | p90 of hosts | first-flight loss | out of bounds | changes a host and day | settled |"
);
Console.WriteLine("| --- | --- | --- | --- | --- | --- | --- | --- |");
var outcomes = FleetRun.Run(hosts, seed);
foreach (var outcome in outcomes)
    Console.WriteLine(
        $"| {outcome.Name} | {outcome.Milliseconds:0.0} | {outcome.Regret:+0.0 %;-0.0 %} | {outcome.RegretP90:+0.0 %;-0.0 %} | "
            + $"{outcome.Loss:0.00 %} | {outcome.OutOfBounds} | {outcome.ChangesADay:0.00} | {outcome.Settled:0.0 %} of "
            + $"{outcome.Quiet.Count} |"
    );

foreach (var outcome in outcomes.Where(outcome => outcome.Name.StartsWith("learned", StringComparison.Ordinal)))
    Console.WriteLine(
        $"\n{outcome.Name}: {outcome.LateRetreats} losses of a first flight were not answered within the ten minutes in which they came."
    );
