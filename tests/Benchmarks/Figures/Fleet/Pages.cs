using System.Diagnostics;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product.Fleet;
using IwTune.Shared.Fleet;

namespace IwTune.Benchmarks.Figures.Fleet;

/// <summary>Pages and lists of a large fleet as a browser gets them: the whole request, with the server's processor time.</summary>
internal static class Pages
{
    // The runtime compiles a method for good after 30 calls, and a server that people work with has answered more.
    private const int WarmUp = 40;
    private const double ListGoal = 300,
        PageGoal = 1000;

    private static readonly (string What, string Path, int Rounds)[] Lists =
    [
        ("hosts list", "/hosts", 20),
        ("hosts list, searched", "/hosts?q=web-0123", 20),
        ("hosts list, by labels", "/hosts?q=site:s07+role:web+-os:windows", 20),
        ("hosts list, one state", "/hosts?q=state:drifted", 20),
        ("hosts list, by round-trip time", "/hosts?sort=-rtt", 20),
        ("hosts list, by state", "/hosts?sort=state", 20),
        ("hosts by the API, page of 100", $"{FleetPaths.Hosts}?q=role:db&limit=100", 20),
        ("rows of the hosts list, as an open page renews them", "/hosts/rows", 20),
        ("inbox", "/inbox", 20),
        ("palette, part of a host's name", "/palette?q=web-012", 20),
    ];

    private static readonly (string What, string Path, int Rounds)[] Heavy =
    [
        ("compliance page, 7 days of trend", "/compliance", 4),
        ("compliance page as of yesterday", $"/compliance?asOf={DateTime.UtcNow.AddDays(-1):yyyy-MM-ddTHH:mm}", 3),
        ("drift and holds page", "/standing", 5),
        ("overview page", "/", 5),
        ("what hosts have in common", "/hosts/facets", 4),
        ("trend of the overview, 30 days", "/overview/attention?days=30", 4),
    ];

    public static async Task<IReadOnlyList<Figure>> MeasureAsync(MeasuredServer server, string store, int hosts)
    {
        var figures = new List<Figure>();
        foreach (var (what, path, rounds) in Lists)
            figures.Add(
                await OneAsync(
                    server,
                    $"{what}, p95 [{store}]",
                    path,
                    rounds,
                    sample => sample.Quantile(0.95),
                    ListGoal,
                    hosts,
                    judgedByCpu: false
                )
            );
        foreach (var (what, path, rounds) in Heavy)
            figures.Add(
                await OneAsync(
                    server,
                    $"{what}, processor [{store}]",
                    path,
                    rounds,
                    sample => sample.Median,
                    PageGoal,
                    hosts,
                    judgedByCpu: true
                )
            );
        return figures;
    }

    private static async Task<Figure> OneAsync(
        MeasuredServer server,
        string what,
        string path,
        int rounds,
        Func<Sample, double> judge,
        double goal,
        int hosts,
        bool judgedByCpu
    )
    {
        for (var round = 0; round < WarmUp; round++)
            await GetAsync(server, path);
        List<double> walls = [];
        var before = server.Cpu;
        for (var round = 0; round < rounds; round++)
        {
            var clock = Stopwatch.StartNew();
            await GetAsync(server, path);
            walls.Add(clock.Elapsed.TotalMilliseconds);
        }
        var (wall, cpu) = (new Sample("ms", walls), Sample.Of((server.Cpu - before).TotalMilliseconds / rounds, "ms"));
        var note =
            $"{hosts:#,0} seeded hosts, a label of 20 values and one of 5, a week of history; from the request to the last byte of the "
            + "page, compared with the processor time of server and database; in the other order where the row says so.";
        var value = judge(judgedByCpu ? cpu : wall);
        return judgedByCpu
            ? new(what, cpu, "from request to page", wall, $"below {goal:0} ms", value < goal) { Note = note }
            : new(what, Sample.Of(value, "ms"), "processor", cpu, $"at most {goal:0} ms", value <= goal) { Note = note };
    }

    private static async Task GetAsync(MeasuredServer server, string path)
    {
        using var answer = await server.Api.GetAsync(path);
        var page = await answer.Content.ReadAsStringAsync();
        if (!answer.IsSuccessStatusCode || page.Contains("<h1>Sign in", StringComparison.Ordinal))
            throw new BenchException($"{path} was answered {(int)answer.StatusCode}: {page[..Math.Min(400, page.Length)]}");
    }
}
