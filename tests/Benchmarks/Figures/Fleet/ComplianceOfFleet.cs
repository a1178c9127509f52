using System.Diagnostics;
using System.IO.Compression;
using System.Net.Http.Json;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Product.Fleet;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Benchmarks.Figures.Fleet;

/// <summary>Compliance of a large fleet with 90 days of history: summaries, trends, exports, a run with every format.</summary>
internal sealed class ComplianceOfFleet : IBenchmark
{
    private const int Days = 90,
        Rounds = 5;

    public string Name => "compliance";

    public string Summary => "compliance of a large fleet over 90 days, on each database";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        var figures = new List<Figure>();
        foreach (var open in BenchStores.All)
        {
            using var scratch = new Scratch();
            using var store = open();
            using var server = await MeasuredServer.StartAsync(store, scratch, options.Hosts, SeededPast.Quarter, "--poll", "240s");
            Console.Error.WriteLine($"  {store.Name}: summaries");
            figures.Add(await StoredAsync(server, store.Name, options.Hosts));
            figures.Add(
                await AskedAsync(
                    server,
                    $"summary as of 45 days ago [{store.Name}]",
                    $"{FleetPaths.Compliance}?limit=1&asOf={Past(45)}",
                    options.Hosts
                )
            );
            figures.Add(
                await AskedAsync(
                    server,
                    $"trend of a year [{store.Name}]",
                    $"{FleetPaths.ComplianceTrend}?from={Past(365)}&points=53",
                    options.Hosts
                )
            );
            Console.Error.WriteLine($"  {store.Name}: exports");
            figures.AddRange(await ExportedAsync(server, store.Name, options.Hosts));
            Console.Error.WriteLine($"  {store.Name}: a run with every format");
            figures.AddRange(await RunAsync(server, store.Name, scratch, options.Hosts));
        }
        return figures;
    }

    private static string Past(int days) => Uri.EscapeDataString($"{DateTime.UtcNow.AddDays(-days):yyyy-MM-ddTHH:mm:ssZ}");

    private static string Fleet(int hosts) => $"{hosts:#,0} seeded hosts; on each of {Days} days another hundredth drifted for an hour.";

    private static async Task<Figure> StoredAsync(MeasuredServer server, string store, int hosts)
    {
        var each = Sample.Of((double)await server.StoredAsync() / hosts / Days, "B");
        return new($"store, of a host and day [{store}]", each, Goal: "at most 2000 B", Met: each.Median <= 2000)
        {
            Note = $"{Fleet(hosts)} The whole store divided by hosts and days; measurements and events of those days are not in it.",
        };
    }

    private static async Task<Figure> AskedAsync(MeasuredServer server, string what, string path, int hosts)
    {
        await server.Api.GetByteArrayAsync(path);
        List<double> walls = [];
        var before = server.Cpu;
        for (var round = 0; round < Rounds; round++)
        {
            var clock = Stopwatch.StartNew();
            await server.Api.GetByteArrayAsync(path);
            walls.Add(clock.Elapsed.TotalMilliseconds);
        }
        var (wall, cpu) = (new Sample("ms", walls), Sample.Of((server.Cpu - before).TotalMilliseconds / Rounds, "ms"));
        return new(what, wall, "processor", cpu, "at most 1000 ms", wall.Median <= 1000) { Note = Fleet(hosts) };
    }

    /// <summary>Rows alone: the full list as files.</summary>
    private static async Task<IReadOnlyList<Figure>> ExportedAsync(MeasuredServer server, string store, int hosts)
    {
        var (resident, before, clock) = (server.Memory.Resident, server.Cpu, Stopwatch.StartNew());
        using var ended = new CancellationTokenSource();
        var peak = PeakAsync(server, ended.Token);
        using var answer = await server.Api.PostAsJsonAsync(
            FleetPaths.ComplianceExport,
            new ExportRequest(DateTimeOffset.UtcNow.AddDays(-1)),
            ComplianceJson.Default.ExportRequest
        );
        var zip = await answer.Content.ReadAsByteArrayAsync();
        if (!answer.IsSuccessStatusCode)
            throw new BenchException($"the export was refused: {System.Text.Encoding.UTF8.GetString(zip)}");
        var seconds = clock.Elapsed.TotalSeconds;
        var cpu = Sample.Of((server.Cpu - before).TotalSeconds, "s");
        await ended.CancelAsync();
        var grown = Sample.Megabytes([await peak - resident]);
        return
        [
            new($"export of every host [{store}]", Sample.Of(seconds, "s"), "processor", cpu, "at most 15 s", seconds <= 15)
            {
                Note = $"{Fleet(hosts)} CSV and JSON Lines with 30 days of changes, as a signed zip of {zip.Length / 1e6:0.0} MB.",
            },
            new($"  memory of the server for it [{store}]", grown, Goal: "at most 200 MB", Met: grown.Median <= 200)
            {
                Note = "Largest resident set during the export less that before it, read every 50 ms.",
            },
        ];
    }

    private static async Task<long> PeakAsync(MeasuredServer server, CancellationToken ended)
    {
        var most = 0L;
        while (!ended.IsCancellationRequested)
        {
            most = Math.Max(most, server.Memory.Resident);
            await Task.Delay(50, CancellationToken.None);
        }
        return most;
    }

    private static async Task<IReadOnlyList<Figure>> RunAsync(MeasuredServer server, string store, Scratch scratch, int hosts)
    {
        var (first, _) = await MadeAsync(server, [], DateTimeOffset.UtcNow.AddDays(-Days + 1));
        var (whole, seconds) = await MadeAsync(server, ["all"], null);
        var file = scratch.At($"run-{store}.zip");
        await using (var to = File.Create(file))
        await using (var from = await server.Api.GetStreamAsync(RunPaths.RunFile(whole)))
            await from.CopyToAsync(to);
        List<string> parts;
        using (var zip = ZipFile.OpenRead(file))
            parts = [.. zip.Entries.Where(part => part.CompressedLength > 100_000).Select(Part)];
        var clock = Stopwatch.StartNew();
        Commands.Run(Shipped.Agent, "verify-export", file);
        var verified = clock.Elapsed.TotalSeconds;
        clock.Restart();
        await server.Api.GetByteArrayAsync(RunPaths.RunComparison(first, whole));
        return
        [
            new($"run with every format [{store}]", Sample.Of(seconds, "s"), Goal: "at most 600 s", Met: seconds <= 600)
            {
                Note = $"{Fleet(hosts)} In the zip of {new FileInfo(file).Length / 1e6:0.0} MB, compressed: {string.Join(", ", parts)}.",
            },
            new($"  checked by 'iwtune verify-export' [{store}]", Sample.Of(verified, "s")),
            new($"  compared with a run of {Days - 1} days before [{store}]", Sample.Of(clock.Elapsed.TotalSeconds, "s")),
        ];
    }

    private static string Part(ZipArchiveEntry part) => $"{part.Name} {part.CompressedLength / 1e6:0.0} MB";

    private static async Task<(string Id, double Seconds)> MadeAsync(MeasuredServer server, string[] formats, DateTimeOffset? asOf)
    {
        var clock = Stopwatch.StartNew();
        using var answer = await server.Api.PostAsJsonAsync(
            RunPaths.Runs,
            new RunRequest("bench", AsOf: asOf, Formats: formats),
            ComplianceJson.Default.RunRequest
        );
        var run = await answer.Content.ReadFromJsonAsync(ComplianceJson.Default.ComplianceRun);
        while (run!.State is not (RunState.Kept or RunState.Failed))
        {
            await Task.Delay(TimeSpan.FromMilliseconds(200));
            run = await server.Api.GetFromJsonAsync(RunPaths.Run(run.Id), ComplianceJson.Default.ComplianceRun);
        }
        return run.State == RunState.Kept
            ? (run.Id, clock.Elapsed.TotalSeconds)
            : throw new BenchException($"the run failed: {run.Problem}");
    }
}
