using System.Net;
using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Model.Deciding;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Model.Deciding;

/// <summary>Properties for any connections, clocks and times without observation.</summary>
public sealed class DecidedWindowProperties
{
    private static readonly DateTimeOffset Start = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    private sealed record Happening(int Connections, int LossPercent, int Cwnd, long? Peer, int Offset, int Seconds, Sight Sight);

    private static readonly Gen<Happening[]> Life = (
        from connections in Gen.Choose(0, 300)
        from loss in Gen.OneOf(Gen.Constant(0), Gen.Choose(0, 12), Gen.Constant(100))
        from cwnd in Gen.Choose(1, 2000)
        from peer in Gen.OneOf(Gen.Constant<long?>(null), Gen.Choose(0, 200).Select(n => (long?)n))
        from offset in Gen.Frequency((8, Gen.Constant(0)), (1, Gen.Choose(-40, 40)))
        from seconds in Gen.Frequency((9, Gen.Choose(0, 4000)), (1, Gen.Choose(-100_000, 100_000)))
        from sight in Gen.Frequency((8, Gen.Constant(Sight.Clear)), (1, Gen.Constant(Sight.Blind)), (1, Gen.Constant(Sight.Gone)))
        select new Happening(connections, loss, cwnd, peer, offset, seconds, sight)
    ).ArrayOf(60);

    private static readonly Gen<Steering> Bounds = Gen.OneOf(
        from min in Gen.Choose(2, 10)
        from max in Gen.Choose(min, 44)
        from every in Gen.Choose(20, 1000)
        from hours in Gen.Choose(0, 2)
        select (Steering)new Steering.Auto(min, max, every, TimeSpan.FromHours(hours)),
        from max in Gen.Choose(2, 44)
        from minutes in Gen.Choose(1, 60)
        select (Steering)new Steering.Learned(IPNetwork.Parse("10.0.0.0/8"), max, TimeSpan.FromMinutes(minutes))
    );

    [Fact]
    public void The_window_is_always_within_its_bounds_and_grows_by_two_at_most_and_never_unseen() =>
        Prop.ForAll(
                Bounds.ToArbitrary(),
                Life.ToArbitrary(),
                (bounds, life) =>
                {
                    var (least, most) = bounds switch
                    {
                        Steering.Auto auto => (auto.Min, auto.Max),
                        Steering.Learned learned => (learned.Start!.Value, learned.Max),
                        _ => throw new InvalidOperationException(),
                    };
                    foreach (var (happening, decision, before, after) in Lived(bounds, life))
                    {
                        Assert.InRange(after, least, most);
                        Assert.True(after - before <= 2);
                        Assert.True(happening.Sight == Sight.Clear || after <= before);
                        if (decision is null)
                            Assert.Equal(before, after);
                        else
                            Assert.Equal((before, after), (decision.From, decision.To));
                        if (decision is { Because: DecisionCause.Lost })
                            Assert.True(after < before || after == least);
                        if (decision is { Changes: true, To: var to } && to != least && to != most && to != bounds.Start)
                            Assert.Equal(0, to % 2);
                    }
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(300));

    [Fact]
    public void Auto_decides_no_earlier_than_it_may_and_lowers_whenever_more_than_one_in_twenty_lost() =>
        Prop.ForAll(
                Bounds.Where(bounds => bounds is Steering.Auto).ToArbitrary(),
                Life.ToArbitrary(),
                (bounds, life) =>
                {
                    var auto = (Steering.Auto)bounds;
                    foreach (var (_, decision, before, after) in Lived(bounds, life))
                    {
                        if (decision is null or { Because: DecisionCause.Unseen })
                            continue;
                        Assert.True(decision.Connections >= auto.Every || decision.Loss > 0.95);
                        Assert.Equal(decision.Loss > 0.05, decision.Because == DecisionCause.Lost);
                        Assert.True(decision.Because != DecisionCause.Lost || after == Math.Max(auto.Min, before / 2 / 2 * 2));
                    }
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(300));

    [Fact]
    public void A_restart_at_any_time_changes_nothing_for_auto() =>
        Prop.ForAll(
                Bounds.Where(bounds => bounds is Steering.Auto).ToArbitrary(),
                Life.ToArbitrary(),
                (bounds, life) =>
                    Lived(bounds, life)
                        .Select(lived => lived.After)
                        .SequenceEqual(Lived(bounds, life, restart: true).Select(lived => lived.After))
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(100));

    private static IEnumerable<(Happening Happening, Decision? Decision, int Before, int After)> Lived(
        Steering bounds,
        Happening[] life,
        bool restart = false
    )
    {
        var now = Start;
        var window = DecidedWindow.Begin(bounds, now);
        foreach (var happening in life)
        {
            now += TimeSpan.FromSeconds(happening.Seconds);
            for (var i = 0; i < happening.Connections; i++)
                window.Add(
                    new(
                        now,
                        Math.Max(1, window.Value + happening.Offset),
                        100,
                        i % 100 < happening.LossPercent,
                        happening.Cwnd,
                        happening.Peer
                    )
                );
            if (restart)
                window = DecidedWindow.Resume(bounds, window.State);
            var before = window.Value;
            var decision = window.Evaluate(now, happening.Sight);
            yield return (happening, decision, before, window.Value);
        }
    }
}
