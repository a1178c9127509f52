using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.CheckIns;

public sealed class PresenceTests
{
    private static readonly DateTimeOffset Expires = DateTimeOffset.FromUnixTimeSeconds(1_800_000_000);

    [Fact]
    public void A_check_in_that_repeats_the_texts_of_the_one_before_keeps_no_copies_of_them()
    {
        var last = Presence.Next(Presence.Never, Said("hash", "boot", 7, "digest", "refused", counter: 1), 1_000);
        var again = last.SameTexts(Said("hash", "boot", 7, "digest", "refused", counter: 2));
        Assert.Equal(Said("hash", "boot", 7, "digest", "refused", counter: 2), again);
        Assert.Same(last.StateHash, again.StateHash);
        Assert.Same(last.BootId, again.BootId);
        Assert.Same(last.Held, again.Held);
        Assert.Same(last.Rejected, again.Rejected);
    }

    [Fact]
    public void A_check_in_that_differs_in_a_text_keeps_its_own()
    {
        var last = Presence.Next(Presence.Never, Said("hash", "boot", 7, "digest", null, counter: 1), 1_000);
        var said = Said("other", "rebooted", 8, "digest", "refused", counter: 2);
        Assert.Equal(said, last.SameTexts(said));
        Assert.Equal(said with { Held = null }, last.SameTexts(said with { Held = null }));
    }

    [Theory]
    [InlineData(0, 301_000, false)]
    [InlineData(0, 301_001, true)]
    [InlineData(200_000, 500_000, false)]
    [InlineData(200_000, 500_001, true)]
    public void A_host_is_stale_once_the_server_listened_for_too_long_without_hearing_it(long listenedSince, long now, bool stale) =>
        Assert.Equal(
            stale,
            Presence
                .Next(Presence.Never, Said("hash", "boot", 7, "digest", null, counter: 1), 1_000)
                .IsStale(listenedSince, now, TimeSpan.FromMinutes(5))
        );

    [Fact]
    public void A_lower_number_is_late_for_the_time_of_a_poll_and_then_that_of_a_snapshot()
    {
        var poll = TimeSpan.FromSeconds(55);
        var before = Presence.Next(Presence.Never, Said("hash", "boot", 7, "digest", null, counter: 4), 1_000);
        var last = Presence.Next(before, Said("hash", "rebooted", 8, "digest", null, counter: 5), 2_000);
        Assert.True(last.Overtook(Said("hash", "boot", 7, "digest", null, counter: 4), 2_000, poll));
        Assert.True(last.Overtook(Said("hash", "rebooted", 7, "digest", null, counter: 3), 56_999, poll));
        Assert.False(last.Overtook(Said("hash", "rebooted", 7, "digest", null, counter: 3), 57_000, poll));
        Assert.False(last.Overtook(Said("hash", "rebooted", 7, "digest", null, counter: 6), 2_000, poll));
        Assert.False(last.Overtook(Said("hash", "of a snapshot", 7, "digest", null, counter: 3), 2_000, poll));
    }

    // Texts of their own, as each request brings.
    private static CheckInRequest Said(string hash, string boot, long sequence, string digest, string? rejected, long counter) =>
        new(new(sequence, Copy(digest), Expires), Copy(hash), Copy(boot), counter, rejected is null ? null : Copy(rejected));

    private static string Copy(string text) => new(text.AsSpan());
}
