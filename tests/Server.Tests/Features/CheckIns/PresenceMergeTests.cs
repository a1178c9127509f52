using FsCheck;
using FsCheck.Fluent;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.CheckIns;

public sealed class PresenceMergeTests
{
    private static readonly HeldBundle Held = new(7, "sha256:ab", DateTimeOffset.FromUnixTimeSeconds(1_800_000_000));

    [Fact]
    public void The_higher_number_is_the_later_word_whatever_the_clocks_say()
    {
        var here = new Presence(9_000, "boot-a", "", 5, null, "old");
        var next = PresenceMerge.Of(here, new(1_000, "boot-a", "", 6, Held, "new"));
        Assert.Equal(("new", Held, 6L, 9_000L, true), (next.StateHash, next.Held, next.Counter, next.SeenAt, next.Elsewhere));
    }

    [Fact]
    public void What_is_told_late_changes_nothing_but_the_time()
    {
        var here = new Presence(1_000, "boot-a", "", 6, Held, "new");
        Assert.Equal(here with { SeenAt = 2_000 }, PresenceMerge.Of(here, new(2_000, "boot-a", "", 5, null, "old")));
        Assert.Equal(here, PresenceMerge.Of(here, new(500, "boot-a", "", 5, null, "old")));
    }

    [Fact]
    public void A_boot_that_another_server_saw_follows_the_one_seen_here()
    {
        var next = PresenceMerge.Of(new(1, "boot-a", "boot-z", 5, null, ""), new(2, "boot-b", "boot-y", 6, null, ""));
        Assert.Equal(("boot-b", "boot-a"), (next.BootId, next.EarlierBoot));
    }

    [Fact]
    public void A_host_that_was_never_here_is_not_seen_by_its_time_alone() =>
        Assert.Equal(Presence.Never, PresenceMerge.Of(Presence.Never, Presence.Never with { SeenAt = 5 }));

    /// <summary>The leader's rollout would wait for it as after a restart.</summary>
    [Fact]
    public void A_host_that_another_server_heard_is_not_known_from_the_store_alone()
    {
        var here = new Presence(1_000, "boot-a", "", 5, null, "old") { Stored = true };
        Assert.False(PresenceMerge.Of(here, new(2_000, "boot-a", "", 6, Held, "new") { Stored = true }).Stored);
        Assert.False(PresenceMerge.Seen(here, 2_000, 6).Stored);
        Assert.True(PresenceMerge.Seen(here, 2_000, 5).Stored);
    }

    [Fact]
    public void Servers_that_hear_the_same_words_in_any_order_know_the_same()
    {
        Prop.ForAll(
                Gen.Choose(1, 40).Four().ArrayOf(12).ToArbitrary(),
                heard =>
                {
                    var words = heard
                        .Select(word => new Presence(
                            word.Item1,
                            $"boot-{word.Item4 / 20}",
                            "",
                            word.Item4,
                            word.Item4 % 2 == 0 ? Held : null,
                            $"{word.Item4}"
                        ))
                        .ToList();
                    var (one, other) = (
                        words.Aggregate(Presence.Never, PresenceMerge.Of),
                        words.OrderBy(word => word.SeenAt * 7 % 11).Aggregate(Presence.Never, PresenceMerge.Of)
                    );
                    return one with { SeenAt = 0, EarlierBoot = "" } == other with { SeenAt = 0, EarlierBoot = "" };
                }
            )
            .QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData("boot", "h", null)]
    [InlineData("boot\nof\ttwo lines", "größe \"quoted\"", "sha256:cd")]
    public void A_presence_arrives_as_it_was_sent(string boot, string hash, string? rejected)
    {
        var sent = new Presence(1_700_000_000_123, boot, "earlier", 99, Held, hash, rejected)
        {
            Restored = rejected is null ? null : new(DateTimeOffset.UnixEpoch.AddTicks(1_234_567), CutOff: boot != "boot"),
        };
        var line = PresenceText.Whole("some-host", sent);
        Assert.DoesNotContain('\n', line);
        Assert.Equal(("some-host", sent), PresenceText.ReadWhole(line)!.Value);
        var seen = PresenceText.ReadSeen(PresenceText.Seen("some-host", sent))!.Value;
        Assert.Equal(("some-host", sent.SeenAt, 99L, PresenceText.Mark(sent)), seen);
        Assert.NotEqual(PresenceText.Mark(sent), PresenceText.Mark(sent with { Held = null }));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("[\"id\",\"x\",\"b\",\"\",\"1\",null,null,null,\"h\",null]")]
    [InlineData("{\"a\":1}")]
    public void What_is_no_presence_is_left_alone(string line)
    {
        Assert.Null(PresenceText.ReadWhole(line));
        Assert.Null(PresenceText.ReadSeen(line));
    }
}
