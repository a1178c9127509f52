using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Retention;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Features.Compliance;

namespace IwTune.Server.Tests.Features.Retention;

/// <summary>Random histories, cut at any instant: everything still kept is rebuilt unchanged.</summary>
public sealed class HistoryProperties
{
    private const int Steps = 60;

    [Theory]
    [InlineData(3)]
    [InlineData(21)]
    public async Task What_is_deleted_no_retained_instant_needs_and_a_legal_hold_keeps_its_own(int seed)
    {
        await using var fleet = await RecordedFleet.StartAsync((ulong)seed);
        for (var i = 0; i < Steps; i++)
            await fleet.StepAsync();
        var instants = fleet.Record.Keys.Order().ToList();
        var (heldFrom, heldUntil) = (instants[instants.Count / 6], instants[instants.Count / 4]);
        var rows = await RowsAsync(fleet);

        await HoldAsync(fleet, heldFrom, heldUntil);
        foreach (var before in (long[])[instants[instants.Count / 2], instants[instants.Count * 3 / 4]])
        {
            await fleet.Database.WriteAsync(write => OldHistory.DeleteAsync(write, "", "~", before));
            await fleet.Database.WriteAsync(write => OldHistory.DeletePeriodsAsync(write, before));
            foreach (var at in instants.Where(at => at >= before || (at >= heldFrom && at <= heldUntil)))
                await SameAsync(fleet, at);
            foreach (var from in (long[])[before, heldFrom])
                await SameTrend.AssertAsync(fleet, new(from, fleet.Clock.Now(), HostSearch.Everybody, 57));
        }
        var left = await RowsAsync(fleet);
        Assert.True(left < rows, $"{left} of {rows} rows are left");

        await fleet.Database.WriteAsync(write => write.ExecuteAsync("update legal_holds set lifted_at = 1"));
        await fleet.Database.WriteAsync(write => OldHistory.DeleteAsync(write, "", "~", instants[instants.Count * 3 / 4]));
        Assert.True(await RowsAsync(fleet) < left, "what the hold kept goes when it is lifted");
        foreach (var at in instants.Where(at => at >= instants[instants.Count * 3 / 4]))
            await SameAsync(fleet, at);
    }

    private static Task<int> HoldAsync(RecordedFleet fleet, long from, long until) =>
        fleet.Database.WriteAsync(async write =>
        {
            await write.ExecuteAsync(
                "insert into legal_holds (id, name, selector, from_at, until_at, author, reason, created_at) values ('h', 'case', '*', "
                    + "@from, @until, 'test', 'why', 0)",
                new { from, until }
            );
            return await write.ExecuteAsync("insert into legal_hold_hosts (hold_id, host_id) select 'h', id from hosts");
        });

    private static Task<long> RowsAsync(RecordedFleet fleet) =>
        fleet.Database.ReadAsync(db =>
            db.ValueAsync<long>("select (select count(*) from verdict_changes) + (select count(*) from identity_changes)")
        );

    private static async Task SameAsync(RecordedFleet fleet, long at)
    {
        var rebuilt = await fleet.RebuiltAsync(at);
        Assert.Equal(
            fleet.Record[at].OrderBy(host => host.Key, StringComparer.Ordinal),
            rebuilt.OrderBy(host => host.Key, StringComparer.Ordinal)
        );
    }
}
