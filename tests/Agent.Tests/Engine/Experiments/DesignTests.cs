using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Engine.Experiments;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Engine.Experiments;

/// <summary>The assignment of connections to arms.</summary>
public sealed class DesignTests
{
    [Fact]
    public void Whatever_a_peer_runs_half_of_its_ports_are_in_either_arm() =>
        Prop.ForAll(
                Gen.Choose(0, int.MaxValue).ToArbitrary(),
                seed =>
                {
                    var stripes = Striping.Of((ulong)seed);
                    return stripes.Count == 6
                        && Halved(stripes, 32768, 60999)
                        && Halved(stripes, 49152, 65534)
                        && Halved(stripes, 32768, 65534);
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Every_port_is_in_one_stripe_at_most_and_the_last_one_is_what_the_kernel_takes()
    {
        var stripes = Striping.Of(7);
        for (var port = 1; port <= 65535; port++)
            Assert.Equal(port is >= 32768 and <= 65534 ? 1 : 0, stripes.Count(stripe => stripe.First <= port && port <= stripe.Last));
        Assert.Null(Striping.ArmOf(stripes, 65535));
        Assert.Null(Striping.ArmOf(stripes, 443));
    }

    [Fact]
    public void The_seed_draws_which_half_is_whose()
    {
        Assert.Equal(Striping.Of(3), Striping.Of(3));
        Assert.Equal(
            8,
            Enumerable
                .Range(0, 200)
                .Select(seed => string.Concat(Striping.Of((ulong)seed).Select(stripe => stripe.Arm)))
                .Distinct(StringComparer.Ordinal)
                .Count()
        );
    }

    [Fact]
    public void Two_blocks_that_belong_together_have_both_arms_and_neither_arm_comes_first_always()
    {
        var blocks = new TimeBlocks(new DateTimeOffset(2026, 11, 21, 8, 0, 0, TimeSpan.Zero), TimeSpan.FromMinutes(10), 5);
        for (var pair = 0; pair < 50; pair++)
            Assert.Equal(1, blocks.ArmOf(2 * pair) + blocks.ArmOf((2 * pair) + 1));
        Assert.InRange(Enumerable.Range(0, 50).Sum(pair => blocks.ArmOf(2 * pair)), 10, 40);
        Assert.Equal(3, blocks.At(blocks.Begin(3)));
        Assert.Equal(2, blocks.At(blocks.Begin(3) - TimeSpan.FromTicks(1)));
    }

    private static bool Halved(IReadOnlyList<Stripe> stripes, int first, int last)
    {
        var treated = Enumerable.Range(first, last - first + 1).Count(port => Striping.ArmOf(stripes, port) == 1);
        // Odd parts cannot be halved: three of them leave at most three ports.
        return Math.Abs(2 * treated - (last - first + 1)) <= 3;
    }
}
