using System.Diagnostics;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product.Fleet;

namespace IwTune.Benchmarks.Figures.Connected;

/// <summary>What happens to a connected fleet, one after the other, and the figures of each.</summary>
/// <param name="server">Over a seeded store.</param>
/// <param name="store">Its name in the table.</param>
/// <param name="hosts">Not begun yet.</param>
/// <param name="count">How many there are.</param>
internal sealed class ConnectedEvents(MeasuredServer server, string store, ConnectedHosts hosts, int count)
{
    private const double PublishedGoal = 10,
        OftenGoal = 60,
        PeakGoal = 2,
        PingGoal = 100,
        Most = 0.99;
    private const int Often = 60,
        RestSeconds = 120,
        Interval = 60;

    /// <summary>Windows of the published revisions; no two in a row are alike.</summary>
    private const int FirstWindow = 11,
        Windows = 20;

    /// <summary>The server spreads check-ins that began together over two of their periods.</summary>
    private static readonly TimeSpan Spread = TimeSpan.FromSeconds(2 * ConnectedHost.Wait);

    private static readonly TimeSpan BetweenPublications = TimeSpan.FromSeconds(5),
        Longest = TimeSpan.FromMinutes(10);

    private int revision = 1;
    private double steady;
    private UnitCosts costs = new(0, 0, 0, 0);

    /// <summary>Every host begins to wait.</summary>
    public async Task<IReadOnlyList<Figure>> ConnectAsync()
    {
        var first = count / 5;
        await hosts.BeginAsync(first);
        await server.SettleAsync();
        costs = await CostsAsync(first);
        await server.SettleAsync();
        var (memory, clock) = (server.Memory, Stopwatch.StartNew());
        await hosts.BeginAsync(count - first);
        var time = clock.Elapsed;
        await server.SettleAsync();
        var after = server.Memory;
        return
        [
            Of("hosts with a waiting check-in", hosts.Tally.Waiting, "") with
            {
                Note =
                    "a hundred hosts share an HTTP/2 connection over TLS 1.3, as behind a proxy; hosts and server run on the same "
                    + $"processors. {count - first:#,0} of them came within {time.TotalSeconds:0} s. `fleet` has the cost of a connection.",
            },
            Of("  memory of one", (after.Anonymous - memory.Anonymous) / 1000.0 / (count - first), "kB"),
            Of("  server's resident memory", after.Resident / 1e6, "MB"),
        ];
    }

    /// <summary>Nothing happens; check-ins end and begin anew.</summary>
    public async Task<IReadOnlyList<Figure>> RestAsync()
    {
        await Task.Delay(Spread);
        var (cpu, unchanged, second, clock) = (server.Cpu, hosts.Tally.Unchanged, hosts.Tally.Second, Stopwatch.StartNew());
        var written = server.Written;
        var ping = new Sample("ms", [.. await OtherCalls.MeasureAsync(server, RestSeconds)]);
        var answered = hosts.Tally.Unchanged - unchanged;
        steady = answered / clock.Elapsed.TotalSeconds;
        return
        [
            Of("at rest: check-ins", steady, "/s") with
            {
                Note =
                    $"measured for {RestSeconds} s, from {Spread.TotalSeconds:0} s after the last host connected: until then check-ins "
                    + $"come in waves. The busiest second had {Busiest(second, hosts.Tally.Second):#,0}",
            },
            Beside(
                "  processor of server and database",
                (server.Cpu - cpu) / clock.Elapsed * 100,
                costs.CheckIn * steady * 100,
                "% of a core"
            ),
            Of("  written for a check-in without news", (server.Written - written) / (double)answered, "B") with
            {
                Note =
                    "bytes that the server's process handed to the disk (write_bytes of /proc/PID/io), among them the times at which hosts "
                    + "were last seen, which are kept together from time to time",
            },
            Within("  another call, p99", ping.Quantile(0.99), "ms", PingGoal) with
            {
                Note = "by curl, five a second over a connection of its own",
            },
        ];
    }

    /// <summary>A revision for all of them.</summary>
    public async Task<IReadOnlyList<Figure>> PublishAsync()
    {
        var expected = PublicationModel.Times(count, Environment.ProcessorCount, costs);
        var published = await PublishNextAsync();
        var time = await HeldAsync(published, count);
        await server.SettleAsync();
        var modelled = Beside("publication: 99 % of the hosts have it", time, expected.Until(Most), "s");
        return
        [
            modelled with
            {
                Goal = $"at most {PublishedGoal:0} s",
                Met = time <= PublishedGoal,
                Note =
                    $"the simulation has the costs that {count / 5:#,0} hosts had in this run: {costs.CheckIn * 1e6:0} µs for a check-in, "
                    + $"{costs.Bundle * 1e6:0} µs for a bundle, {costs.Host * 1e6:0} µs of the hosts' process, {costs.First:0.0} s until "
                    + "the first bundle",
            },
            Beside("  the half has it", published.Until(count / 2)!.Value, expected.Until(0.5), "s"),
        ];
    }

    /// <summary>A policy of which no host hears.</summary>
    public async Task<IReadOnlyList<Figure>> PublishForNoHostAsync()
    {
        await hosts.SettledAsync(count);
        var (bundles, cpu) = (hosts.Tally.Bundles, server.Cpu);
        await server.PublishElsewhereAsync();
        await Task.Delay(TimeSpan.FromSeconds(10));
        var sent = hosts.Tally.Bundles - bundles;
        return
        [
            Of("policy for no host: bundles sent within 10 s", sent, "") with
            {
                Goal = "0",
                Met = sent == 0,
            },
            Of("  processor in this time", (server.Cpu - cpu).TotalSeconds, "s"),
        ];
    }

    /// <summary>A revision every five seconds for five minutes.</summary>
    public async Task<IReadOnlyList<Figure>> PublishOftenAsync()
    {
        var bundles = hosts.Tally.Bundles;
        var clock = Stopwatch.StartNew();
        Publication? last = null;
        for (var i = 0; i < Often; i++)
        {
            last = await PublishNextAsync();
            if (BetweenPublications * (i + 1) - clock.Elapsed is { Ticks: > 0 } rest && i < Often - 1)
                await Task.Delay(rest);
        }
        var published = clock.Elapsed;
        var time = await HeldAsync(last!, count);
        return
        [
            Within($"{Often} revisions, 5 s apart: 99 % have the last", time, "s", OftenGoal) with
            {
                Note =
                    $"published within {published.TotalSeconds:0} s; a host got {(hosts.Tally.Bundles - bundles) / (double)count:0.0} "
                    + "bundles: it skips revisions that were replaced before it had them",
            },
        ];
    }

    /// <summary>The server is killed and starts again; hosts come back in their slots of the minute.</summary>
    public async Task<IReadOnlyList<Figure>> KillAsync()
    {
        await hosts.SettledAsync(count);
        await server.SettleAsync();
        var clock = Stopwatch.StartNew();
        await server.KillAndRestartAsync();
        var (away, back) = (clock.Elapsed, hosts.Tally.Second);
        await hosts.SettledAsync(count);
        var settled = clock.Elapsed - away;
        var first = Busiest(back, back + Interval);
        await Task.Delay(TimeSpan.FromSeconds(Math.Max(0, back + 4 * Interval - hosts.Tally.Second)));
        var echo = Busiest(back + 3 * Interval, back + 4 * Interval);
        return
        [
            Of("killed and restarted: 99 % wait again", settled.TotalSeconds, "s") with
            {
                Note = $"after {away.TotalSeconds:0} s without a server, most of which it judges all hosts",
            },
            Within("  busiest second of the first minute, check-ins at rest", first / steady, "×", PeakGoal),
            Within("  busiest second of the fourth minute, check-ins at rest", echo / steady, "×", PeakGoal),
        ];
    }

    private async Task<Publication> PublishNextAsync()
    {
        var expected = hosts.Tally.Expect(++revision);
        await server.PublishAsync(FirstWindow + revision % Windows, count + MeasuredServer.Extra);
        return expected;
    }

    /// <summary>What the operations cost with the first hosts: the simulation predicts all of them from it.</summary>
    private async Task<UnitCosts> CostsAsync(int begun)
    {
        var (cpu, unchanged) = (server.Cpu, hosts.Tally.Unchanged);
        await Task.Delay(TimeSpan.FromSeconds(Interval));
        var checkIn = (server.Cpu - cpu).TotalSeconds / (hosts.Tally.Unchanged - unchanged);

        await hosts.SettledAsync(begun);
        var published = await PublishNextAsync();
        await HeldAsync(published, 1);
        var (early, its, own) = (published.Count, server.Cpu, Environment.CpuUsage.TotalTime);
        await HeldAsync(published, begun);
        return new(checkIn, Each(server.Cpu - its), Each(Environment.CpuUsage.TotalTime - own), published.Until(1)!.Value);

        // The clock of a process has ticks of 10 ms, in which a few hosts cost nothing.
        double Each(TimeSpan time) => Math.Max(time.TotalSeconds, 0.01) / Math.Max(published.Count - early, 1);
    }

    /// <returns>Seconds until 99 % of so many have it.</returns>
    private static async Task<double> HeldAsync(Publication published, int begun)
    {
        for (var clock = Stopwatch.StartNew(); ; await Task.Delay(50))
        {
            if (published.Until((int)Math.Ceiling(begun * Most)) is { } time)
                return time;
            if (clock.Elapsed > Longest)
                throw new BenchException($"only {published.Count:#,0} hosts got revision {published.Revision}");
        }
    }

    private double Busiest(int from, int to)
    {
        var busiest = 0;
        foreach (var begun in hosts.Tally.Begun(from, to))
            busiest = Math.Max(busiest, begun);
        return busiest;
    }

    private Figure Of(string what, double value, string unit) => new($"{what} [{store}]", Sample.Of(value, unit));

    private Figure Beside(string what, double value, double simulated, string unit) =>
        new($"{what} [{store}]", Sample.Of(value, unit), "simulation", Sample.Of(simulated, unit));

    private Figure Within(string what, double value, string unit, double goal) =>
        Of(what, value, unit) with
        {
            Goal = $"at most {goal:0} {unit}",
            Met = value <= goal,
        };
}
