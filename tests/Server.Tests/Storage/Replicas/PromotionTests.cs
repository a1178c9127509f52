using IwTune.Lab.Databases;
using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Storage.Replicas;

/// <summary>Standbys that do not follow the primary of the store any more.</summary>
[Collection(nameof(Replicated))]
[Trait("Store", "both")]
public sealed class PromotionTests(Replicated replicated)
{
    [Fact]
    public async Task A_standby_that_was_promoted_is_left_alone_until_the_store_is_in_it()
    {
        using var promoted = PostgresStandby.Of(replicated.Primary);
        var reader = promoted.Url("postgres", Replicated.Reader);
        using var store = await replicated.OpenAsync(TimeProvider.System, reader);
        Assert.True((await store.LongReadAsync(ReadMoment.OfAsync)).Standby);

        promoted.Promote();
        await ReadMoment.StoreAsync(store, 500);
        Assert.Equal((false, 500L, PostgresCluster.User), await SeenAsync(store));
        Assert.Equal(ReplicaUse.Unfit, store.Replica!.Use);
        Assert.Contains("it writes timeline 00000002, the primary 00000001", store.Replica.Sentence, StringComparison.Ordinal);

        // After the failover: --database leads there too.
        using var after = await Replicated.OpenAsync(promoted.Url("postgres"), reader, TimeProvider.System);
        await ReadMoment.StoreAsync(after, 501);
        Assert.Equal((false, 501L, Replicated.Reader), await SeenAsync(after));
        Assert.Equal(ReplicaUse.Used, after.Replica!.Use);
    }

    /// <summary>Its place in the log is far ahead, on a timeline that the store has left.</summary>
    [Fact]
    public async Task A_standby_that_did_not_follow_a_failover_is_not_taken_for_one_that_has_everything()
    {
        using (await replicated.OpenAsync(TimeProvider.System)) { }
        using var promoted = PostgresStandby.Of(replicated.Primary);
        promoted.Promote();
        replicated.Administer("drop table if exists filling");
        replicated.Administer("create table filling as select repeat('x', 1000) from generate_series(1, 20000)");
        await replicated.CaughtUpAsync();

        using var store = await Replicated.OpenAsync(promoted.Url("postgres"), replicated.ReplicaUrl, TimeProvider.System);
        await ReadMoment.StoreAsync(store, 600);

        Assert.Equal((false, 600L, PostgresCluster.User), await SeenAsync(store));
        Assert.Equal(
            "not used, the primary answers instead: it does not have timeline 00000002 of the primary yet",
            store.Replica!.Sentence
        );
    }

    private static async Task<(bool Standby, long Sequence, string Role)> SeenAsync(Database store)
    {
        var seen = await store.LongReadAsync(ReadMoment.OfAsync);
        return (seen.Standby, seen.Sequence, seen.Role);
    }
}
