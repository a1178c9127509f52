using IwTune.Server.Features.Compliance;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Compliance;

public sealed class JudgedPeriodsTests
{
    [Fact]
    public async Task After_a_pause_rounds_that_are_asked_for_at_once_are_one_period()
    {
        await using var server = await RunningServer.StartAsync();
        var sweep = server.Running<VerdictSweep>();
        await sweep.RunAsync(default);
        server.Clock.Jump(TimeSpan.FromMinutes(5));

        await Task.WhenAll(Enumerable.Range(0, 16).Select(_ => Task.Run(() => sweep.RunAsync(default))));

        Assert.Equal(2, (await PeriodsAsync(server.Database)).Count);
    }

    [Fact]
    public async Task A_period_that_could_not_be_stored_begins_with_the_next_round_that_can()
    {
        var (clock, directory) = (new TestClock(), Directory.CreateTempSubdirectory("iwtune-periods-").FullName);
        try
        {
            using var store = await TestStore.OpenAsync(directory, clock);
            var periods = new JudgedPeriods(store, clock);
            await periods.RoundAsync(clock.Now());
            periods.Forget();
            await store.BreakAsync("insert on judged_periods");
            clock.Advance(TimeSpan.FromSeconds(1));
            await Assert.ThrowsAsync<StoreException>(() => periods.RoundAsync(clock.Now()));
            await store.MendAsync();

            clock.Advance(TimeSpan.FromSeconds(1));
            var began = clock.Now();
            await periods.RoundAsync(began);
            clock.Advance(TimeSpan.FromSeconds(1));
            await periods.RoundAsync(clock.Now());
            await periods.EndAsync();

            Assert.Equal((began, clock.Now()), (await PeriodsAsync(store))[^1]);
        }
        finally
        {
            await TestStore.ForgetAsync(directory);
            Directory.Delete(directory, recursive: true);
        }
    }

    private static async Task<IReadOnlyList<(long From, long Until)>> PeriodsAsync(Database store) =>
        await store.ReadAsync(db => db.ListAsync<(long, long)>("select from_at, until_at from judged_periods order by from_at"));
}
