using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Retention;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Audit;

namespace IwTune.Server.Tests.Features.Retention;

/// <summary>The end of what a version deleted that did not store it is found in the last run, the periods and the audit log.</summary>
public sealed class EarlierDeletionsTests
{
    private const long Hour = 3_600_000,
        Day = 24 * Hour;

    [Fact]
    public async Task A_period_that_was_longer_afterwards_brings_nothing_back()
    {
        await using var server = await RunningServer.StartAsync();
        server.HoldTime();
        await SetAsync(server, new(History: 30, Reports: 7));
        server.Clock.Jump(TimeSpan.FromHours(30));
        var changed = server.Clock.GetUtcNow().ToUnixTimeMilliseconds();
        await SetAsync(server, new(History: 400));

        var known = await SettledAsync(server, lastRun: changed + Hour);

        Assert.Equal((changed - (30 * Day), changed - (7 * Day)), (known.HistoryBefore, known.ReportsBefore));
    }

    [Fact]
    public async Task A_period_that_was_set_after_the_last_run_has_deleted_nothing()
    {
        await using var server = await RunningServer.StartAsync();
        server.HoldTime();
        var run = server.Clock.GetUtcNow().ToUnixTimeMilliseconds();
        server.Clock.Jump(TimeSpan.FromHours(1));
        await SetAsync(server, new(History: 30, Reports: 7));

        var known = await SettledAsync(server, run);

        Assert.Equal((0, 0), (known.HistoryBefore, known.ReportsBefore));
    }

    private static async Task SetAsync(RunningServer server, RetentionPeriods periods)
    {
        var (problems, _) = await SetRetention.RunAsync(
            server.Database,
            server.Get<ServerOptions>(),
            server.Clock,
            "cli:test",
            new(periods, "as agreed"),
            _ => true
        );
        Assert.Empty(problems);
    }

    private static async Task<DeletedRecords> SettledAsync(RunningServer server, long lastRun)
    {
        await server.Database.WriteAsync(write =>
            write.ExecuteAsync("update retention set history_before = -1, reports_before = -1, run_at = @lastRun", new { lastRun })
        );
        await EarlierDeletions.SettleAsync(server.Database, server.Get<ServerOptions>());
        return await server.Database.ReadAsync(DeletedRecords.FindAsync);
    }
}
