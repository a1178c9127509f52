using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Retention;

/// <summary>Random reports, legal holds, periods and days on both databases.</summary>
[Trait("Store", "both")]
public sealed class EvidenceRetentionProperties
{
    private const int Steps = 70;
    private const long Day = 86_400_000;
    private static readonly string[] Hosts = ["a", "b", "c"];
    private static readonly int?[] Periods = [7, 14, 30, 90, 800, null];

    [Theory]
    [InlineData(5)]
    [InlineData(17)]
    [InlineData(40)]
    public async Task Partitions_keep_what_a_file_keeps_and_at_most_a_week_more(int seed)
    {
        var random = new Random(seed);
        var clock = AgingStore.Wednesday;
        clock.Jump(TimeSpan.FromHours(random.Next(-60, 108)));
        using var file = await AgingStore.FileAsync(clock, "reports=14d");
        using var parted = await AgingStore.PostgresAsync(await TestStore.EmptyPostgresAsync(), clock, "reports=14d");
        AgingStore[] both = [file, parted];
        var (number, more, days, holds) = (0L, 0, (int?)14, new List<string>());
        foreach (var host in Hosts)
            await EachAsync(store => store.HostAsync(host));
        for (var step = 0; step < Steps; step++)
        {
            foreach (var host in Hosts)
            {
                for (var lines = random.Next(4); lines > 0; lines--)
                {
                    var (line, ahead) = (++number, random.Next(20) == 0 ? random.Next(60) : 0);
                    await EachAsync(store => store.ReportAsync(host, line, ahead));
                }
            }
            if (random.Next(6) == 0)
            {
                var (id, host) = ($"hold-{step}", Hosts[random.Next(Hosts.Length)]);
                var from = clock.Now() - (random.Next(60) * Day);
                var until = random.Next(3) == 0 ? long.MaxValue : from + (random.Next(1, 40) * Day);
                holds.Add(id);
                await EachAsync(store => store.HoldAsync(id, host, from, until));
            }
            if (holds.Count > 0 && random.Next(8) == 0)
            {
                var lifted = holds[random.Next(holds.Count)];
                holds.Remove(lifted);
                await EachAsync(store => store.LiftAsync(lifted));
            }
            if (random.Next(10) == 0)
            {
                days = Periods[random.Next(Periods.Length)];
                await EachAsync(store => store.SetAsync(days is { } some ? $"reports={some}d" : ""));
            }
            clock.Jump(TimeSpan.FromHours(random.Next(24, random.Next(5) == 0 ? 500 : 60)));
            await EachAsync(async store => await store.SweepAsync() ? 1 : throw new InvalidOperationException("the round is due"));
            await SameAsync(days);
        }
        Assert.NotEqual(number, (await file.RowsAsync()).Count);

        async Task EachAsync(Func<AgingStore, Task<int>> act)
        {
            foreach (var store in both)
                await act(store);
        }

        async Task SameAsync(int? period)
        {
            var (expected, actual) = (await file.RowsAsync(), await parted.RowsAsync());
            Assert.Empty(expected.Except(actual));
            var longer = actual.Except(expected).ToList();
            Assert.Equal(await file.DeletedAsync() - await parted.DeletedAsync(), longer.Count - more);
            more = longer.Count;
            if (period is { } some)
                Assert.All(longer, row => Assert.True(row.ReceivedAt >= clock.Now() - ((some + 7) * Day), $"{row} is too old"));
        }
    }
}
