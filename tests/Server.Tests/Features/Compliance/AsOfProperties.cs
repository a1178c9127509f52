using IwTune.Server.Features.Compliance;

namespace IwTune.Server.Tests.Features.Compliance;

/// <summary>
/// Random histories: the state rebuilt as of any instant equals the state at that instant, whether or not it was read then.
/// </summary>
public sealed class AsOfProperties
{
    private const int Steps = 120;

    public static TheoryData<ulong> Seeds => [1, 2, 3, 5, 8, 13, 21, 34];

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task Every_past_instant_is_rebuilt_as_it_was(ulong seed)
    {
        await using var fleet = await RecordedFleet.StartAsync(seed);
        for (var i = 0; i < Steps; i++)
            await fleet.StepAsync();

        Assert.True(fleet.Record.Count > Steps / 2);
        foreach (var (at, seen) in fleet.Record)
            Same(seen, await fleet.RebuiltAsync(at), at);
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public async Task While_the_server_was_down_nothing_is_invented(ulong seed)
    {
        await using var fleet = await RecordedFleet.StartAsync(seed);
        for (var i = 0; i < Steps || fleet.Down.Count == 0; i++)
            await fleet.StepAsync();

        foreach (var (from, to) in fleet.Down)
        {
            var before = await fleet.RebuiltAsync(from);
            foreach (var at in (long[])[from + 1, (from + to) / 2, to - 1])
            {
                Same(before, await fleet.RebuiltAsync(at), at);
                var watermark = await fleet.Database.ReadAsync(db => Watermark.AtAsync(db, fleet.Periods.JudgedUntil, at));
                Assert.True(
                    watermark.CompleteUpTo?.ToUnixTimeMilliseconds() <= from,
                    $"complete up to {watermark.CompleteUpTo:O}, but the server was down from {from}"
                );
                Assert.Equal(to, watermark.Again?.ToUnixTimeMilliseconds());
            }
        }
    }

    private static void Same(Dictionary<string, RecordedFleet.Seen> expected, Dictionary<string, RecordedFleet.Seen> actual, long at)
    {
        Assert.Equal(expected.Keys.Order(StringComparer.Ordinal), actual.Keys.Order(StringComparer.Ordinal));
        foreach (var (id, seen) in expected)
            Assert.True(seen == actual[id], $"at {at}:\n  was     {seen}\n  rebuilt {actual[id]}");
    }
}
