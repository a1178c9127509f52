using IwTune.Server.Features.Compliance;
using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Tests.Features.Compliance;

/// <summary>The trend that the store counts equals the one that follows each host.</summary>
internal static class SameTrend
{
    /// <returns>The points of both.</returns>
    public static async Task<IReadOnlyList<ComplianceTrendPoint>> AssertAsync(RecordedFleet fleet, TrendQuestion asked)
    {
        var (counted, followed) = await fleet.Database.ReadAsync(async db =>
        {
            var run = new TrendRun(asked);
            await foreach (var host in HistoryReads.MembersBetweenAsync(db, asked.From, asked.To))
                run.Add(host);
            await foreach (var change in HistoryReads.ChangesAsync(db, asked.From, asked.To))
                run.Change(change);
            return (await TrendCounts.OfAsync(db, asked), run.End());
        });
        Assert.Equal(followed.Select(Text), counted.Select(Text));
        return counted;

        static string Text(ComplianceTrendPoint point) =>
            $"{point.At:O} {point.Hosts}, {point.WithoutPolicy} without a policy: "
            + $"{string.Join(", ", point.States.OrderBy(one => one.Key).Select(one => $"{one.Key} {one.Value}"))}";
    }
}
