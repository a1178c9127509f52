using IwTune.Agent.Control;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control.Bundles;

public sealed class BundleStoreTests : IDisposable
{
    private readonly Bench _bench = new();

    private string File => _bench.State.File(BundleStore.Name);

    [Fact]
    public void What_was_saved_is_there_in_the_next_process()
    {
        var bundle = Signed.Bundle(3, 16, _bench.Clock.GetUtcNow());
        var held = new HeldBundle(3, BundleDigest.Of(bundle.Content), bundle.Expires);
        BundleStore
            .Open(File)
            .Save(
                new StoredBundles
                {
                    LastGood = new StoredBundle(held, bundle.Content),
                    Highest = held,
                    Rejected = "sha256:x",
                }
            );

        var next = BundleStore.Open(File).Content;

        Assert.Equal(held, next.LastGood!.Held);
        Assert.Equal(held.Digest, BundleDigest.Of(next.LastGood.Content));
        Assert.Equal(held, next.Highest);
        Assert.Equal("sha256:x", next.Rejected);
        Assert.False(next.LastGood.Local);
    }

    [Fact]
    public void A_damaged_file_is_told_set_aside_and_not_fatal()
    {
        System.IO.File.WriteAllText(File, """{"lastGood":{"held":""");

        var store = BundleStore.Open(File);

        Assert.Null(store.Content.Wanted);
        Assert.Contains("damaged", store.Problem, StringComparison.Ordinal);
        Assert.True(System.IO.File.Exists(File + ".damaged"));
        Assert.Empty(BundleStore.Open(File).Problem);
    }

    [Fact]
    public void One_damaged_file_does_not_lower_the_floor_against_replay_and_two_are_told()
    {
        var (bundle, now) = (Signed.Bundle(3, 16, _bench.Clock.GetUtcNow()), _bench.Clock.GetUtcNow());
        var good = new BundleCheck.Accepted(bundle, BundleDigest.Of(bundle.Content));
        var floorFile = _bench.State.File(BundleStore.FloorName);
        var store = BundleStore.Open(File);
        store.Raise(good, now);
        store.Save(new StoredBundles { LastGood = new StoredBundle(good.Held, bundle.Content), Highest = good.Held });

        System.IO.File.WriteAllText(File, "{");
        var damaged = BundleStore.Open(File);
        Assert.Equal(good.Held, damaged.Floor.Highest);
        Assert.Equal(good.Held, damaged.Content.Highest);
        Assert.Contains("older than 3 are still refused", damaged.Problem, StringComparison.Ordinal);

        damaged.Save(new StoredBundles { Highest = good.Held });
        System.IO.File.WriteAllText(floorFile, "[]");
        Assert.Equal(3, BundleStore.Open(File).Floor.Highest!.Sequence);

        System.IO.File.WriteAllText(File, "{");
        System.IO.File.WriteAllText(floorFile, "{");
        var both = BundleStore.Open(File);
        Assert.Null(both.Floor.Highest);
        Assert.Contains("replayed bundle", both.Problem, StringComparison.Ordinal);
        store.Delete();
        Assert.False(System.IO.File.Exists(floorFile));
    }

    [Fact]
    public void The_clock_is_written_down_once_an_hour_and_only_when_there_is_something_that_can_expire()
    {
        var (bundle, now) = (Signed.Bundle(3, 16, _bench.Clock.GetUtcNow()), _bench.Clock.GetUtcNow());
        var store = BundleStore.Open(File);
        store.NoteClock(now);
        Assert.False(System.IO.File.Exists(_bench.State.File(BundleStore.FloorName)));
        store.Raise(new BundleCheck.Accepted(bundle, BundleDigest.Of(bundle.Content)), now);
        store.NoteClock(now + TimeSpan.FromMinutes(59));
        Assert.Equal(now, BundleStore.Open(File).Floor.Clock);
        store.NoteClock(now + TimeSpan.FromHours(1));
        Assert.Equal(now + TimeSpan.FromHours(1), BundleStore.Open(File).Floor.Clock);
        store.NoteClock(now);
        Assert.Equal(now + TimeSpan.FromHours(1), store.Floor.Clock);
    }

    [Fact]
    public void Only_its_owner_may_read_it()
    {
        BundleStore.Open(File).Save(new StoredBundles { Rejected = "x" });

        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, System.IO.File.GetUnixFileMode(File));
    }

    [Fact]
    public void Check_in_numbers_never_repeat_also_after_a_crash()
    {
        var path = _bench.State.File("counter");
        var seen = new List<long>();
        for (var process = 0; process < 3; process++)
        {
            var counter = new CheckInCounter(path);
            for (var i = 0; i < 70; i++)
                seen.Add(counter.Next());
        }

        Assert.Equal(1, seen[0]);
        Assert.Equal(seen.Order().Distinct(), seen);
    }

    public void Dispose() => _bench.Dispose();
}
