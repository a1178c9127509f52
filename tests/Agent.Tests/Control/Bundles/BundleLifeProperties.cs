using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Control.Bundles;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control.Bundles;

/// <summary>
/// Over any sequence of triggers for any bundles: the table decides the stage of each bundle, and no other bundle moves unless it is
/// displaced.
/// </summary>
public sealed class BundleLifeProperties
{
    private static readonly string[] Digests = ["a", "b", "c", "d"];

    private static readonly Gen<(string Digest, BundleTrigger On)> Event =
        from digest in Gen.Elements(Digests)
        from trigger in Gen.Elements(Enum.GetValues<BundleTrigger>())
        select (digest, trigger);

    /// <summary>How a bundle may move because of another: its stage before, and the stages where it may end.</summary>
    private static readonly Dictionary<BundleStage, BundleStage[]> Displaced = new()
    {
        [BundleStage.Verified] = [],
        [BundleStage.Waiting] = [BundleStage.Verified, BundleStage.Fallback, BundleStage.Confirmed, BundleStage.Undone],
        [BundleStage.Accepted] = [BundleStage.Verified, BundleStage.Fallback],
        [BundleStage.Confirming] = [BundleStage.Verified, BundleStage.Fallback],
        [BundleStage.Confirmed] = [BundleStage.Fallback],
        [BundleStage.Fallback] = [BundleStage.Confirmed, BundleStage.Verified],
        [BundleStage.Undone] = [BundleStage.Verified],
    };

    [Fact]
    public void A_bundle_goes_where_the_table_says() =>
        Check(
            (before, after, digest, on) =>
            {
                var from = before.Of(digest);
                var to = BundleLife.Table.GetValueOrDefault((from, on), from);
                // When a waiting bundle is forgotten, it returns to its earlier stage.
                if (on == BundleTrigger.Expired && to == BundleStage.Verified)
                    Assert.NotEqual(digest, after.Kept.Waiting?.Held.Digest);
                else
                    Assert.Equal(to, after.Of(digest));
            }
        );

    [Fact]
    public void No_other_bundle_moves_unless_it_is_displaced() =>
        Check(
            (before, after, digest, _) =>
                Assert.All(
                    Digests.Where(other => other != digest && before.Of(other) != after.Of(other)),
                    other => Assert.Contains(after.Of(other), Displaced[before.Of(other)])
                )
        );

    [Fact]
    public void What_was_undone_is_never_enforced() =>
        Check((_, after, _, _) => Assert.NotEqual(after.Kept.Rejected ?? "none", after.Kept.Wanted?.Held.Digest ?? ""));

    [Fact]
    public void A_confirmed_bundle_is_lost_only_by_the_next_one_or_by_an_undo() =>
        Check(
            (before, after, digest, on) =>
            {
                var good = before.Kept.LastGood?.Held.Digest;
                if (good is not null && after.Kept.LastGood?.Held.Digest != good)
                    Assert.True(
                        on is BundleTrigger.Settled or BundleTrigger.Kept or BundleTrigger.RolledBack
                            || (on == BundleTrigger.Restored && digest == good)
                    );
            }
        );

    [Fact]
    public void Every_stage_is_reached_and_can_be_left()
    {
        Assert.All(
            Enum.GetValues<BundleStage>(),
            stage => Assert.Contains(BundleLife.Table, row => row.Key.At == stage && row.Value != stage)
        );
        Assert.All(
            Enum.GetValues<BundleStage>().Except([BundleStage.Fallback]), // only another bundle makes one a fallback
            stage => Assert.Contains(BundleLife.Table, row => row.Value == stage && row.Key.At != stage)
        );
    }

    private static void Check(Action<Host, Host, string, BundleTrigger> holds) =>
        Prop.ForAll(
                Gen.ArrayOf(Event).ToArbitrary(),
                events =>
                {
                    var host = new Host(new StoredBundles(), null);
                    foreach (var (digest, on) in events)
                    {
                        var next = host.After(digest, on);
                        holds(host, next, digest, on);
                        host = next;
                    }
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1000));

    /// <summary>The bundles that a host keeps, and the one whose dead-man timer is armed.</summary>
    private sealed record Host(StoredBundles Kept, string? Armed)
    {
        public BundleStage Of(string digest) => BundleLife.StageOf(Kept, digest, Armed);

        public Host After(string digest, BundleTrigger on)
        {
            var why = new Undoing(At: null, "the test says so");
            var move = on switch
            {
                BundleTrigger.Came or BundleTrigger.CameDuringHold or BundleTrigger.CameTooSoon => BundleLife.Arrive(
                    Kept,
                    Bundle(digest),
                    on,
                    Armed
                ),
                BundleTrigger.Restored => BundleLife.Restore(Kept, digest, Armed, why),
                // A person rolls back the required bundle.
                BundleTrigger.RolledBack when Kept.Wanted?.Held.Digest == digest => RolledBack(digest, why),
                _ => BundleLife.Advance(Kept, digest, on, Armed),
            };
            var armed =
                move.To == BundleStage.Confirming ? digest
                : move.From == BundleStage.Confirming || move.IsNewAttempt ? null // a new attempt first restores what still waits
                : Armed;
            return new Host(move.Kept, move.Kept.Wanted?.Held.Digest == armed ? armed : null);
        }

        private BundleMove RolledBack(string digest, Undoing why)
        {
            var kept = BundleLife.RollBack(Kept, why);
            return new BundleMove(kept, Of(digest), BundleLife.StageOf(kept, digest, armed: null));
        }

        private static StoredBundle Bundle(string digest) => new(new HeldBundle(1, digest, DateTimeOffset.MaxValue), BundleContent.Nothing);
    }
}
