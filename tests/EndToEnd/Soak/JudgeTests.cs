using IwTune.Soak.Judging;

namespace IwTune.EndToEnd.Soak;

/// <summary>The judge of <c>./build.sh soak</c> finds what grows, and lets pass what memory does anyway.</summary>
public sealed class JudgeTests
{
    private const double Level = 30,
        Noise = 0.5;

    private static readonly SeriesRule Memory = new NoGrowth(Noise);
    private static readonly SeriesRule Count = new Steady(1);

    [Fact]
    public void Of_two_hundred_flat_noisy_series_none_grows() =>
        Assert.Empty(Growing(200, seed => Adding(Drawn.Noise(seed, 2), _ => Level)));

    [Fact]
    public void Of_two_hundred_flat_series_whose_noise_lasts_for_half_a_minute_at_most_one_in_fifty_grows() =>
        Assert.True(
            Growing(200, seed => Adding(Drawn.SlowNoise(seed, 2), _ => Level)) is { Count: <= 4 },
            "more than four of two hundred flat series were found to grow"
        );

    [Theory]
    [InlineData(7)]
    [InlineData(20)]
    [InlineData(55)]
    public void The_sawtooth_of_a_garbage_collector_is_no_growth(double period) =>
        Assert.True(Memory.Judge(Drawn.Series(Adding(Drawn.Sawtooth(period, 12), Drawn.Noise(3, 0.3)))).Held);

    [Theory]
    [InlineData(20)]
    [InlineData(60)]
    [InlineData(90)]
    public void What_fills_up_and_then_stays_is_no_growth(double seconds) =>
        Assert.True(Memory.Judge(Drawn.Series(Adding(second => 20 * (1 - Math.Exp(-second / seconds)), Drawn.Noise(4, 0.5)))).Held);

    [Fact]
    public void What_was_freed_once_is_no_growth() =>
        Assert.True(Memory.Judge(Drawn.Series(Adding(second => second < 400 ? Level : Level - 10, Drawn.Noise(5, 0.3)))).Held);

    [Theory]
    [InlineData(12)]
    [InlineData(45)]
    public void A_slow_leak_is_found_in_every_drawn_series(double anHour) =>
        Assert.Equal(50, Growing(50, seed => Adding(second => Level + anHour * second / 3600, Drawn.Noise(seed, 0.3))).Count);

    [Fact]
    public void A_slow_leak_is_found_below_the_sawtooth_of_a_garbage_collector() =>
        Assert.Equal(
            50,
            Growing(50, seed => Adding(Drawn.Sawtooth(20, 12), Adding(second => 30 * second / 3600, Drawn.Noise(seed, 0.3)))).Count
        );

    [Fact]
    public void Growth_that_is_measurable_and_smaller_than_the_noise_of_memory_is_none() =>
        Assert.True(Memory.Judge(Drawn.Series(second => Level + Noise * 0.9 * second / Drawn.Seconds)).Held);

    [Fact]
    public void One_descriptor_a_minute_is_found() => Assert.False(Count.Judge(Drawn.Series(second => 20 + Math.Floor(second / 60))).Held);

    [Fact]
    public void Descriptors_of_connections_that_come_and_go_are_constant() =>
        Assert.True(Count.Judge(Drawn.Series(second => 20 + second % 17 % 3)).Held);

    [Fact]
    public void A_pool_that_becomes_smaller_is_no_rise() =>
        Assert.True(Count.Judge(Drawn.Series(second => 30 - Math.Floor(second / 60))).Held);

    [Fact]
    public void A_log_above_its_limit_at_any_time_is_found()
    {
        Assert.True(new Bounded(16).Judge(Drawn.Series(second => second % 17)).Held);
        Assert.False(new Bounded(16).Judge(Drawn.Series(second => second == 3 ? 17 : 1)).Held);
    }

    [Fact]
    public void A_few_readings_judge_nothing() =>
        Assert.False(Memory.Judge([.. Drawn.Series(_ => Level).Take(SeriesRule.Fewest - 1)]).Held);

    private static List<ulong> Growing(int seeds, Func<ulong, Func<double, double>> series) =>
        [.. Enumerable.Range(1, seeds).Select(seed => (ulong)seed).Where(seed => !Memory.Judge(Drawn.Series(series(seed))).Held)];

    private static Func<double, double> Adding(Func<double, double> one, Func<double, double> other) =>
        second => one(second) + other(second);
}
