using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;

namespace IwTune.Shared.Tests.Rollouts;

/// <summary>Rings as people write them.</summary>
public sealed class RingTextTests
{
    [Fact]
    public void Numbers_and_shares_are_rings_and_the_standard_writes_itself_so()
    {
        var read = RingText.Read("1, 1%,5%, 25 %,100%");

        Assert.Empty(read.Problems);
        Assert.Equal(RolloutRules.StandardRings, read.Rings);
        Assert.Equal("1,1%,5%,25%,100%", RingText.Write(RolloutRules.StandardRings));
    }

    [Fact]
    public void A_ring_may_have_a_name_a_selector_with_an_equals_sign_and_a_time_of_its_own()
    {
        var read = RingText.Read("canary=label:canary,new kernels=kernel:>=5.15 os:linux@30m,rest=100%@2h,site:fra");

        Assert.Empty(read.Problems);
        Assert.Equal(
            [
                new() { Name = "canary", Selector = "label:canary" },
                new()
                {
                    Name = "new kernels",
                    Selector = "kernel:>=5.15 os:linux",
                    BakeSeconds = 1800,
                },
                new()
                {
                    Name = "rest",
                    Percent = 100,
                    BakeSeconds = 7200,
                },
                new() { Selector = "site:fra" },
            ],
            read.Rings
        );
    }

    [Fact]
    public void An_equals_sign_behind_the_colon_belongs_to_the_selector() =>
        Assert.Equal([new RingRule { Selector = "kernel:>=5.15" }], RingText.Read("kernel:>=5.15").Rings);

    [Theory]
    [InlineData("x5", "1,1%,5%,25%,100%")]
    [InlineData("x2", "1,1%,2%,4%,8%,16%,32%,64%,100%")]
    [InlineData("x100", "1,1%,100%")]
    public void A_factor_alone_grows_from_one_percent_to_everyone(string text, string rings) =>
        Assert.Equal(rings, RingText.Write(RingText.Read(text).Rings));

    [Theory]
    [InlineData("", 1)]
    [InlineData("0,101%,-1,one,5%%", 5)]
    [InlineData("1,,100%", 1)]
    [InlineData("x1", 1)]
    [InlineData("0%,1e2%", 2)]
    [InlineData("1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17", 1)]
    public void Everything_that_is_no_ring_is_told_at_once(string text, int problems) =>
        Assert.Equal(problems, RingText.Read(text).Problems.Count);

    [Fact]
    public void What_is_written_reads_the_same() =>
        Prop.ForAll(
                Gen.Choose(1, 100_000).ToArbitrary(),
                Gen.Zip(Gen.Choose(1, 100), Gen.Elements(1.0, 1e3, 1e9), (percent, by) => percent / by).ToArbitrary(),
                Gen.Choose(0, 2_592_000).ToArbitrary(),
                (hosts, percent, bake) =>
                {
                    List<RingRule> rings = [new() { Hosts = hosts, BakeSeconds = bake }, new() { Name = "a-b", Percent = percent }];
                    return RingText.Read(RingText.Write(rings)) is { Problems.Count: 0 } read && read.Rings.SequenceEqual(rings);
                }
            )
            .QuickCheckThrowOnFailure();
}
