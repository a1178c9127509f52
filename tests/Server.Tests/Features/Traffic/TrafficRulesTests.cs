using IwTune.Server.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Traffic;

public sealed class TrafficRulesTests
{
    private static readonly TrafficProfile Good = Told.Profile(10, 30_000, 40_000, 1);

    public static TheoryData<string, TrafficProfile> Bad =>
        new()
        {
            { "connections", Good with { Connections = 0 } },
            { "connections", Good with { Connections = long.MaxValue } },
            { "bytes", Good with { Bytes = new Dictionary<int, long> { [9999] = 1 } } },
            { "bytes", Good with { Bytes = new Dictionary<int, long> { [3] = 11 } } },
            { "bytes", Good with { Bytes = null! } },
            { "minRtt", Good with { MinRtt = new Dictionary<int, long> { [3] = -1 } } },
            { "judged", Good with { Judged = 11 } },
            { "heldByPeer", Good with { HeldByPeer = -1 } },
            { "firstFlightLoss", Good with { FirstFlightLoss = 11 } },
            { "segments", Good with { Segments = -1 } },
            { "mss", Good with { Mss = 0 } },
            { "segmentSizes", Good with { SegmentSizes = new Dictionary<int, long> { [0] = 1 } } },
            { "segmentSizes", Good with { SegmentSizes = null! } },
            { "congestionControls", Good with { CongestionControls = new Dictionary<string, long> { [new string('x', 33)] = 1 } } },
            { "congestionControls", Good with { CongestionControls = new Dictionary<string, long> { ["a\0b"] = 1 } } },
            { "cells", Good with { Cells = [null!] } },
            { "fetch", Good with { Fetch = [null!] } },
            { "fetch", Good with { Fetch = [new FetchTimes(5, 0, new Dictionary<int, long>())] } },
            { "fetch", Good with { Fetch = [new FetchTimes(0, -1, new Dictionary<int, long>())] } },
            { "fetch", Good with { Fetch = [new FetchTimes(0, 0, null!)] } },
            { "fetch", Good with { Fetch = [new FetchTimes(0, 0, new Dictionary<int, long> { [9999] = 1 })] } },
            { "fetch", Good with { Fetch = [new FetchTimes(0, 0, new Dictionary<int, long> { [9] = 11 })] } },
            {
                "fetch",
                Good with
                {
                    Fetch = [new FetchTimes(0, 0, new Dictionary<int, long>()), new FetchTimes(0, 0, new Dictionary<int, long>())],
                }
            },
            { "cells", Good with { Cells = [new TrafficCell(76, 0, 1, 0)] } },
            { "cells", Good with { Cells = [new TrafficCell(-1, 0, 1, 0)] } },
            { "cells", Good with { Cells = [new TrafficCell(1, 1, 1, 2)] } },
            { "cells", Good with { Cells = [new TrafficCell(1, 1, 11, 0)] } },
            { "cells", Good with { Cells = [new TrafficCell(1, 1, 1, 0, -5)] } },
        };

    [Fact]
    public void What_an_agent_tells_is_taken() => Assert.Null(TrafficRules.Broken(Good));

    [Theory]
    [MemberData(nameof(Bad))]
    public void Numbers_that_nobody_can_have_seen_are_refused_by_name(string name, TrafficProfile profile) =>
        Assert.StartsWith(name, TrafficRules.Broken(profile), StringComparison.Ordinal);

    [Fact]
    public async Task A_refused_profile_spoils_nothing()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync("a");
        var told = Told.Of(server.Clock.GetUtcNow(), 7);
        using var answer = await host.ReportAsync(
            host.Line(told with { Passive = told.Passive! with { Profile = Good with { Judged = 99 } } })
        );
        Assert.Equal(400, (int)answer.StatusCode);
        Assert.Contains("evidence.passive.profile.judged is 99 of 10", await answer.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        Assert.Equal(0L, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from traffic_days")));
    }
}
