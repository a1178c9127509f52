using IwTune.Server.Features.Retention;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Retention;

/// <summary>A run deletes no more than the periods allow while it deletes.</summary>
public sealed class PeriodEndsTests
{
    private const long Day = 86_400_000,
        Now = 1_000 * Day;

    [Theory]
    [InlineData("history=400d,reports=90d,audit=730d", 400, 90, 730)]
    // A longer period counts at once, also where it keeps everything.
    [InlineData("history=500d,reports=forever,audit=731d", 500, null, 731)]
    // With a shorter one the next run begins.
    [InlineData("history=30d,reports=7d,audit=90d", 400, 90, 730)]
    public async Task Periods_that_are_set_while_a_run_deletes_keep_data_and_delete_none(string set, int? history, int? reports, int? audit)
    {
        await using var server = await RunningServer.StartAsync();
        var options = server.Get<ServerOptions>() with { Retain = "history=400d,reports=90d,audit=730d" };
        var begun = PeriodEnds.Of(await server.Database.ReadAsync(RetentionQueries.FindAsync), options, Now);
        await server.Database.WriteAsync(write =>
            write.ExecuteAsync("update retention set periods = @set, set_at = 1, set_by = 'user:anna' where id = 1", new { set })
        );
        var still = await server.Database.ReadAsync(db => begun.StillAsync(db, options, Now));
        Assert.Equal(new PeriodEnds(Now - (400 * Day), Now - (90 * Day), Now - (730 * Day)), begun);
        Assert.Equal(new PeriodEnds(Now - (history * Day), Now - (reports * Day), Now - (audit * Day)), still);
    }
}
