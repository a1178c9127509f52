using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product.Fleet;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Figures.Hostile;

/// <summary>Memory of a server to which one host sends new content of maximum size with every report.</summary>
internal sealed class HostileReports : IBenchmark
{
    private const int Reports = 500,
        WholeStateEvery = 10,
        Events = 40,
        Evidences = 40;
    private const double MostMegabytes = 200;

    public string Name => "hostile";

    public string Summary => $"memory before and after {Reports} reports of one host, each of the largest size and with new content";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var store = new SqliteBenchStore();
        using var server = await MeasuredServer.StartAsync(store, scratch, 1000);
        var (host, random) = (new SeededHost(1), new Random(20261124));
        var next = Seeding.ReportNumber + 1;
        // One-time memory for the first large reports, such as buffers and compiled code, is not growth.
        for (var i = 0; i < 20; i++)
            next = await SendAsync(server, host, next, Lines(random, next, i));
        await server.SettleAsync();
        var before = server.Memory;
        var (sizes, halfway, sent) = (new List<long>(), 0L, 0L);
        for (var i = 0; i < Reports; i++)
        {
            var body = Lines(random, next, i);
            sent += body.Sum(line => (long)line.Length);
            next = await SendAsync(server, host, next, body);
            sizes.Add(server.Memory.Resident);
            if (i == Reports / 2)
                halfway = sizes[^1];
        }
        await server.SettleAsync();
        var after = server.Memory;
        var grown = (after.Resident - before.Resident) / 1e6;
        var note =
            $"{sent / 1e6:#,0} MB in {Reports} reports: facts with settings, interfaces and a kernel that are new, {Events} events "
            + $"and {Evidences} pieces of evidence with new texts and targets, and in every tenth a state of 7 MB. "
            + $"Resident {halfway / 1e6:0} MB halfway, at most {sizes.Max() / 1e6:0} MB. The first 20 reports do not count.";
        return
        [
            new(
                "server resident after hostile reports",
                Sample.Megabytes([after.Resident]),
                "before them",
                Sample.Megabytes([before.Resident]),
                $"at most {MostMegabytes:0} MB more",
                grown <= MostMegabytes
            )
            {
                Note = note,
            },
            new("  its anonymous part", Sample.Megabytes([after.Anonymous]), "before them", Sample.Megabytes([before.Anonymous]))
            {
                Note = note,
            },
        ];
    }

    private static async Task<long> SendAsync(MeasuredServer server, SeededHost host, long next, IReadOnlyList<byte[]> lines)
    {
        while (true)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, AgentPaths.Reports)
            {
                Content = new ByteArrayContent([.. lines.SelectMany(line => (byte[])[.. line, (byte)'\n'])]),
            };
            request.Content.Headers.ContentType = new("application/x-ndjson");
            request.Headers.Authorization = new AuthenticationHeaderValue(AgentPaths.HostScheme, $"{host.Id}.{host.Secret}");
            using var answer = await server.Api.SendAsync(request);
            if (answer.IsSuccessStatusCode)
                return next + lines.Count;
            if (answer.StatusCode is not (HttpStatusCode.TooManyRequests or HttpStatusCode.ServiceUnavailable))
                throw new BenchException($"the report was refused: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
            await Task.Delay(answer.Headers.RetryAfter?.Delta ?? TimeSpan.FromSeconds(1));
        }
    }

    private static List<byte[]> Lines(Random random, long next, int report)
    {
        var at = DateTimeOffset.UtcNow;
        var lines = new List<ReportLine>
        {
            new()
            {
                Number = next,
                At = at,
                Facts = Facts(random),
            },
        };
        for (var i = 0; i < Events; i++)
            lines.Add(
                new()
                {
                    Number = next + lines.Count,
                    At = at,
                    Event = new HostEvent(HostEventKind.Drifted, "", Text(random, 4000))
                    {
                        Writer = Text(random, 500),
                        Target = Text(random, 500),
                    },
                }
            );
        for (var i = 0; i < Evidences; i++)
            lines.Add(
                new()
                {
                    Number = next + lines.Count,
                    At = at,
                    Evidence = new Evidence
                    {
                        TargetId = Text(random, 500),
                        Method = EvidenceMethod.ReadBack,
                        At = at,
                        Conclusive = true,
                        Peer = Text(random, 500),
                        Note = Text(random, 4000),
                    },
                }
            );
        if (report % WholeStateEvery == 0)
            lines.Add(
                new()
                {
                    Number = next + lines.Count,
                    At = at,
                    State = State(random),
                }
            );
        return lines.ConvertAll(line => JsonSerializer.SerializeToUtf8Bytes(line, WireJson.Default.ReportLine));
    }

    private static HostFacts Facts(Random random) =>
        new SeededHost(1).Facts with
        {
            Kernel = Text(random, 300),
            Hypervisor = Text(random, 300),
            CongestionControl = Text(random, 300),
            Qdisc = Text(random, 300),
            Settings = Enumerable.Range(0, 1900).ToDictionary(_ => Text(random, 30), _ => Text(random, 100), StringComparer.Ordinal),
            Nics = [.. Enumerable.Range(0, 16).Select(_ => new NicFacts(Text(random, 200), 1500, Text(random, 200), [], true))],
        };

    private static HostState State(Random random) =>
        new()
        {
            Phase = BundlePhase.Applied,
            StateHash = Text(random, 64),
            Targets =
            [
                .. Enumerable
                    .Range(0, 6000)
                    .Select(_ => new TargetState
                    {
                        Id = Text(random, 400),
                        Scope = "default",
                        Owner = "static",
                        Strategy = "in-place",
                        Configured = new Window(10, null),
                        Reason = Text(random, 500),
                    }),
            ],
        };

    private static string Text(Random random, int length) =>
        string.Create(
            length,
            random,
            static (text, random) =>
            {
                for (var i = 0; i < text.Length; i++)
                    text[i] = (char)random.Next('a', 'z' + 1);
            }
        );
}
