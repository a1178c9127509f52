using System.Diagnostics;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product.Fleet;
using IwTune.Server.Features.Reports;
using IwTune.Server.Storage;

namespace IwTune.Benchmarks.Figures.Fleet;

/// <summary>
/// Report lines made durable a second, through the whole server. In turns, the same rows are inserted into the same database by the driver
/// alone.
/// </summary>
internal sealed class IngestRate : IBenchmark
{
    private const int RawRows = 1000,
        Rounds = 3,
        Many = 500,
        Few = 10;
    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(3),
        RawTurn = TimeSpan.FromSeconds(1.5),
        Longest = TimeSpan.FromSeconds(24);

    public string Name => "ingest";

    public string Summary => "report lines made durable a second, on each database";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        var figures = new List<Figure>();
        foreach (var (open, goal) in BenchStores.All.Zip([45_000.0, 80_000.0]))
        {
            using var scratch = new Scratch();
            using var store = open();
            using var server = await MeasuredServer.StartAsync(store, scratch, options.Hosts);
            figures.AddRange(await MeasureAsync(server, store, options.Hosts, goal));
        }
        return figures;
    }

    private static async Task<IReadOnlyList<Figure>> MeasureAsync(MeasuredServer server, IBenchStore store, int hosts, double goal)
    {
        using var database = await server.OpenStoreAsync();
        using var pouring = await Pouring.OpenAsync(server, hosts);
        var compiled = await WarmAsync(server, pouring);
        var (ours, raw) = (new Rate(), new Rate());
        for (var round = 0; round < Rounds; round++)
        {
            await ours.AddAsync(() => pouring.RunAsync(Many, Turn), () => server.Cpu);
            await raw.AddAsync(() => RawAsync(database, server), () => Environment.CpuUsage.TotalTime + store.Cpu);
        }
        var few = new Rate();
        await pouring.RunAsync(Few, RawTurn);
        await few.AddAsync(() => pouring.RunAsync(Few, Turn), () => server.Cpu);
        var note =
            $"{Pouring.Clients} connections over kept TLS 1.3 on the same processors post for {hosts:#,0} hosts in turn, each waiting "
            + "for its answer before the next post; 80 % evidence, 10 % events, 10 % states; "
            + $"{compiled.TotalSeconds:0} s before that do not count, until the server's own compiler is done. Compared with the rows of "
            + $"the evidence alone, {RawRows} a transaction, in alternating turns. "
            + "Processor time is that of server and database together.";
        return
        [
            new(
                $"report lines a second, posts of {Many} lines [{store.Name}]",
                ours.PerSecond,
                "raw rows",
                raw.PerSecond,
                $"at least {goal:#,0} /s",
                ours.PerSecond.Median >= goal
            )
            {
                Note = note,
            },
            new($"  processor time of a line [{store.Name}]", ours.Each, "of a raw row", raw.Each) { Note = note },
            new($"report lines a second, posts of {Few} lines [{store.Name}]", few.PerSecond, "processor time of a line", few.Each)
            {
                Note = note,
            },
        ];
    }

    /// <summary>
    /// Repeats until a line costs the same as in the previous turn: a server that runs for months is not judged by its first seconds.
    /// </summary>
    private static async Task<TimeSpan> WarmAsync(MeasuredServer server, Pouring pouring)
    {
        var (clock, before) = (Stopwatch.StartNew(), double.MaxValue);
        while (clock.Elapsed < Longest)
        {
            var turn = new Rate();
            await turn.AddAsync(() => pouring.RunAsync(Many, Turn), () => server.Cpu);
            if (turn.Each.Median > before * 0.93)
                break;
            before = turn.Each.Median;
        }
        return clock.Elapsed;
    }

    private static async Task<long> RawAsync(Database database, MeasuredServer server)
    {
        var (host, number) = (new SeededHost(0), DateTime.UtcNow.Ticks);
        var rows = Enumerable
            .Range(0, RawRows)
            .Select(i => LineRows.Of(host.Id, ReportBodies.Line(host, server.Held, 0, i), 0).Evidence!)
            .ToList();
        var (clock, done) = (Stopwatch.StartNew(), 0L);
        while (clock.Elapsed < RawTurn)
        {
            foreach (var row in rows)
                row[1] = number++;
            await database.WriteAsync(async write =>
            {
                await write.ManyAsync(LineRows.Evidences, rows);
                return 0;
            });
            done += rows.Count;
        }
        return done;
    }

    /// <summary>Lines a second and processor time of one, turn by turn.</summary>
    private sealed class Rate
    {
        private readonly List<double> rates = [],
            costs = [];

        public Sample PerSecond => new("/s", rates);

        public Sample Each => new("µs", costs);

        public async Task AddAsync(Func<Task<long>> turn, Func<TimeSpan> cpu)
        {
            var (clock, before) = (Stopwatch.StartNew(), cpu());
            var lines = await turn();
            var (seconds, spent) = (clock.Elapsed.TotalSeconds, cpu() - before);
            rates.Add(lines / seconds);
            costs.Add(spent.TotalMicroseconds / lines);
        }
    }
}
