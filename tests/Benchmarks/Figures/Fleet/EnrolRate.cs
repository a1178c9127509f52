using System.Diagnostics;
using System.Text.Json;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product.Fleet;
using IwTune.Shared.Wire;

namespace IwTune.Benchmarks.Figures.Fleet;

/// <summary>Enrolments a second, over connections that are already open.</summary>
internal sealed class EnrolRate : IBenchmark
{
    private const int Clients = 16,
        First = 500_000;
    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(4);

    public string Name => "enrol";

    public string Summary => "hosts that enrol a second, on each database";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        var figures = new List<Figure>();
        foreach (var open in BenchStores.All)
        {
            using var scratch = new Scratch();
            using var store = open();
            using var server = await MeasuredServer.StartAsync(store, scratch, 1000, "--enrolments", "10000");
            var token = server.NewToken("enrolment", "--uses", "1000000");
            await JoinAsync(server, token, First, TimeSpan.FromSeconds(2));
            var before = server.Cpu;
            var (joined, seconds) = await JoinAsync(server, token, 2 * First, Turn);
            var cost = (server.Cpu - before).TotalMicroseconds / joined;
            figures.Add(
                new(
                    $"hosts enrolled a second [{store.Name}]",
                    Sample.Of(joined / seconds, "/s"),
                    "processor time of one",
                    Sample.Of(cost, "µs")
                )
                {
                    Note = $"{Clients} hosts enrol concurrently with one token, --enrolments 10000; a transaction and an audit entry each.",
                }
            );
        }
        return figures;
    }

    private static async Task<(long Joined, double Seconds)> JoinAsync(MeasuredServer server, string token, int first, TimeSpan time)
    {
        var (clock, joined, number) = (Stopwatch.StartNew(), 0L, first);
        await Task.WhenAll(
            Enumerable
                .Range(0, Clients)
                .Select(_ =>
                    Task.Run(async () =>
                    {
                        while (clock.Elapsed < time)
                        {
                            var request = new EnrolRequest(token, new SeededHost(Interlocked.Increment(ref number)).Facts);
                            using var body = new ByteArrayContent(
                                JsonSerializer.SerializeToUtf8Bytes(request, WireJson.Default.EnrolRequest)
                            )
                            {
                                Headers = { ContentType = new("application/json") },
                            };
                            using var answer = await server.Api.PostAsync(AgentPaths.Enrol, body);
                            if (!answer.IsSuccessStatusCode)
                                throw new BenchException(
                                    $"a host could not enrol: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}"
                                );
                            Interlocked.Increment(ref joined);
                        }
                    })
                )
        );
        return (joined, clock.Elapsed.TotalSeconds);
    }
}
