using IwTune.Server.Features.Traffic;
using IwTune.Server.Features.Traffic.Pages;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Traffic;

public sealed class TrafficTrendTests
{
    [Fact]
    public async Task First_flight_loss_and_fetch_time_are_drawn_by_day()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server, Role.Viewer);
        Assert.Equal(TrafficTrendSection.Path, (await OverviewAsync()).GetAttribute("hx-get"));
        Assert.Contains(
            "No host reported connections in the last 7 days.",
            (await person.OpenAsync(TrafficTrendSection.Path)).Body!.TextContent,
            StringComparison.Ordinal
        );

        var (a, b) = (await server.EnrolAsync("a"), await server.EnrolAsync("b"));
        var now = server.Clock.GetUtcNow();
        await a.DurableAsync(a.Line(Fetched(now.AddDays(-2), 1_000, lost: 50, fetch: 120_000)), a.Line(Fetched(now, 600, 6, 60_000)));
        await b.DurableAsync(b.Line(Fetched(now, 400, 4, 60_000)));
        var part = await person.OpenAsync(TrafficTrendSection.Path);
        var told = part.QuerySelectorAll("figcaption").Select(caption => caption.TextContent).ToList();
        Assert.StartsWith("3.0 % (", told[0], StringComparison.Ordinal);
        Assert.Contains("of 2,000 first flights of 7 days had a loss; on the last of them 1.0 % (", told[0], StringComparison.Ordinal);
        Assert.Matches("^14.6–50 kB at 20–50 ms, .* at most 1[12][0-9] ms 2 days ago, [56][0-9] ms today\\.$", told[1]);
        Assert.Equal(["-2", "0"], part.QuerySelectorAll("table")[0].QuerySelectorAll("tbody td:first-child").Select(td => td.TextContent));
        Assert.Equal(
            "30 days",
            (await person.OpenAsync(TrafficTrendSection.Path + "?days=30")).QuerySelector("[aria-current=true]")!.TextContent
        );

        async Task<AngleSharp.Dom.IElement> OverviewAsync()
        {
            await server.EnrolAsync("first");
            return (await person.OpenAsync("/")).QuerySelector("#flights")!;
        }
    }

    [Theory]
    [InlineData(0, 5)]
    [InlineData(5, 5)]
    [InlineData(6, 5)]
    [InlineData(100_000, 300)]
    public void A_sample_has_each_host_once_is_the_same_each_time_and_reaches_from_the_first_to_the_last(int hosts, int most)
    {
        var ids = Enumerable.Range(0, hosts).Select(i => $"{i:D6}").ToList();
        var sample = HostSample.Of([.. ids.AsEnumerable().Reverse()], most);
        Assert.Equal(Math.Min(hosts, most), sample.Count);
        Assert.Equal(sample.Count, sample.Distinct().Count());
        Assert.Equal(sample, HostSample.Of(ids, most));
        if (hosts > most)
        {
            var gaps = sample.Zip(sample.Skip(1), (one, next) => int.Parse(next) - int.Parse(one)).ToList();
            Assert.InRange(gaps.Max() - gaps.Min(), 0, 1);
            Assert.InRange(hosts - int.Parse(sample[^1]), 0, (hosts / most) + 1);
        }
    }

    private static Evidence Fetched(DateTimeOffset at, long connections, long lost, long fetch)
    {
        var told = Told.Of(at, connections, lost: lost);
        return told with
        {
            Passive = told.Passive! with
            {
                Profile = told.Passive.Profile! with
                {
                    Fetch =
                    [
                        new(
                            FetchTimes.SizeOf(30_000),
                            FetchTimes.RttOf(40_000),
                            new Dictionary<int, long> { [Histogram.Slot(fetch)] = connections }
                        ),
                    ],
                },
            },
        };
    }
}
