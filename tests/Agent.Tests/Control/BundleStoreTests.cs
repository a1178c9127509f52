using IwTune.Agent.Control;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

public sealed class BundleStoreTests : IDisposable
{
    private readonly Bench _bench = new();

    private string File => _bench.State.File(BundleStore.Name);

    [Fact]
    public void What_was_saved_is_there_in_the_next_process()
    {
        var bundle = Signed.Bundle(3, 16, _bench.Clock.GetUtcNow());
        var held = new HeldBundle(3, BundleDigest.Of(bundle.Content), bundle.Expires);
        BundleStore.Open(File).Save(new StoredBundles { LastGood = new StoredBundle(held, bundle.Content), Highest = held, Rejected = "sha256:x" });

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
