using IwTune.Server.Hosting.Load;

namespace IwTune.Server.Tests.Hosting;

public sealed class BudgetTests
{
    private readonly TestClock _clock = new();

    [Fact]
    public async Task So_many_run_so_many_stand_in_line_and_the_rest_is_sent_away()
    {
        var budget = new Budget("test", running: 2, queued: 1, _clock, () => 0);
        Assert.True(await budget.EnterAsync(default));
        Assert.True(await budget.EnterAsync(default));
        var third = budget.EnterAsync(default);
        Assert.False(third.IsCompleted);
        Assert.False(await budget.EnterAsync(default));

        budget.Leave();
        Assert.True(await third);
        Assert.Equal((2, 0), (budget.Running, budget.Queued));
        budget.Leave();
        budget.Leave();
        Assert.Equal(0, budget.Running);
    }

    [Fact]
    public async Task Who_goes_away_leaves_the_line_and_takes_no_turn()
    {
        var budget = new Budget("test", running: 1, queued: 5, _clock, () => 0);
        await budget.EnterAsync(default);
        using var gone = new CancellationTokenSource();
        var left = budget.EnterAsync(gone.Token).AsTask();
        var stays = budget.EnterAsync(default);
        await gone.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => left);
        budget.Leave();
        Assert.True(await stays);
        Assert.Equal((1, 0), (budget.Running, budget.Queued));
    }

    [Fact]
    public async Task No_order_of_coming_going_and_giving_up_loses_a_place()
    {
        for (var seed = 0; seed < 20; seed++)
        {
            var random = new Random(seed);
            var budget = new Budget("test", running: 3, queued: 20, _clock, () => 0);
            var most = 0;
            await Task.WhenAll(
                Enumerable
                    .Range(0, 60)
                    .Select(_ =>
                        Task.Run(async () =>
                        {
                            int patience,
                                rounds;
                            lock (random)
                                (patience, rounds) = (random.Next(4), random.Next(1, 4));
                            using var gone = new CancellationTokenSource();
                            if (patience == 0)
                                await gone.CancelAsync();
                            try
                            {
                                if (!await budget.EnterAsync(gone.Token))
                                    return;
                            }
                            catch (OperationCanceledException)
                            {
                                return;
                            }
                            InterlockedMax(ref most, budget.Running);
                            for (var i = 0; i < rounds; i++)
                                await Task.Yield();
                            budget.Leave();
                        })
                    )
            );
            Assert.Equal((0, 0), (budget.Running, budget.Queued));
            Assert.InRange(most, 1, 3);
        }
    }

    [Fact]
    public void A_crowd_that_is_sent_away_is_spread_over_the_time_it_takes_to_serve_it()
    {
        // Ten calls a second are served; the budget has no other data.
        var budget = new Budget("test", running: 1, queued: 0, _clock, new Random(7).NextDouble);
        var told = Enumerable.Range(0, 600).Select(_ => budget.ComeBack()).ToList();

        Assert.InRange(told.Max(), 60, 76);
        Assert.All(told.GroupBy(seconds => seconds / 5), five => Assert.InRange(five.Count(), 1, 2 * 5 * 10));
    }

    [Fact]
    public async Task What_is_told_follows_the_line_and_how_fast_it_moves()
    {
        var budget = new Budget("test", running: 1, queued: 100, _clock, () => 0);
        await budget.EnterAsync(default);
        var line = Enumerable.Range(0, 100).Select(_ => budget.EnterAsync(default).AsTask()).ToList();
        // Two calls a second, for long enough to count.
        for (var i = 0; i < 20; i++)
        {
            _clock.Advance(TimeSpan.FromSeconds(0.5));
            budget.Leave();
        }
        var slow = budget.ComeBack();
        Assert.InRange(slow, 35, 45);
        Assert.All(await Task.WhenAll(line.Take(20)), Assert.True);
        Assert.Equal(80, budget.Queued);
    }

    private static void InterlockedMax(ref int most, int now)
    {
        for (var seen = Volatile.Read(ref most); now > seen; seen = Volatile.Read(ref most))
            Interlocked.CompareExchange(ref most, now, seen);
    }
}
