using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Tests.Windows.Facts;

public sealed class BootIdTests
{
    private readonly TestClock _clock = new();

    [Fact]
    public void It_stays_while_the_clock_is_set()
    {
        var boot = Over(new FakeRegistry());
        var first = boot.Read();
        _clock.Advance(TimeSpan.FromDays(400));
        Assert.Equal(first, boot.Read());
    }

    [Fact]
    public void Another_process_reads_the_same()
    {
        var registry = new FakeRegistry();
        Assert.Equal(Over(registry).Read(), Over(registry).Read());
    }

    [Fact]
    public void A_boot_changes_it()
    {
        var registry = new FakeRegistry();
        var first = Over(registry).Read();
        registry.Boot();
        Assert.NotEqual(first, Over(registry).Read());
    }

    [Fact]
    public void Without_the_right_to_keep_one_it_is_the_minute_of_the_boot() =>
        Assert.Matches(@"^boot-\d{8}T\d{4}Z$", Over(new FakeRegistry { MayWrite = false }).Read());

    private WindowsBootId Over(FakeRegistry registry) => new(registry, _clock, () => TimeSpan.FromHours(3));
}
