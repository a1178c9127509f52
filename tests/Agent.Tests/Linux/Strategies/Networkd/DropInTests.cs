using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Linux.Strategies.Networkd;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Strategies.Networkd;

/// <summary>The text of a drop-in.</summary>
public sealed class DropInTests
{
    private const string Lease = "ipv4 main default via 10.60.0.1 dev eth0 metric 1024";

    [Fact]
    public void It_has_our_mark_and_names_each_target_before_its_section() =>
        Assert.Equal(
            DropIn.Mark
                + """


                # target: ipv4 main 10.7.0.0/16 via 10.60.0.1 dev eth0 metric 100
                [Route]
                Metric=99

                # target: ipv4 main default via 10.60.0.1 dev eth0 metric 1024
                [DHCPv4]
                InitialCongestionWindow=20
                InitialAdvertisedReceiveWindow=40

                """,
            DropIn
                .Empty.With(Lease, DropInSection.OfLease(new(20, 40)))
                .With("ipv4 main 10.7.0.0/16 via 10.60.0.1 dev eth0 metric 100", "[Route]\nMetric=99\n")
                .ToString()
        );

    [Fact]
    public void A_lease_by_another_gateway_takes_the_place_of_the_old_one()
    {
        const string other = "ipv4 main default via 10.60.0.2 dev eth0 metric 1024";
        var drop = DropIn.Empty.With(Lease, DropInSection.OfLease(new(20, null))).With(other, DropInSection.OfLease(new(16, null)));
        Assert.Equal([other], drop.Targets);
        Assert.Equal("[DHCPv4]\nInitialCongestionWindow=16\n", drop[other]);
    }

    /// <summary>Not in a time that grows with the square of their number.</summary>
    [Fact]
    public void A_section_may_have_very_many_lines()
    {
        const string section = "[Route]\n";
        var lines = string.Concat(Enumerable.Repeat("Metric=99\n", 300_000));
        Assert.Equal(section + lines, DropIn.Parse($"{DropIn.Mark}\n\n# target: {Lease}\n{section}\n{lines}")![Lease]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("[Route]\nMetric=1\n")]
    [InlineData("# Written by somebody\n")]
    public void A_file_without_our_mark_is_not_ours(string text) => Assert.Null(DropIn.Parse(text));

    [Fact]
    public void What_is_written_is_read_again() =>
        Prop.ForAll(
                Gen.Choose(1, 9).ListOf().ToArbitrary(),
                Gen.Choose(1, Window.Max).ToArbitrary(),
                (targets, segments) =>
                {
                    var drop = targets.Aggregate(
                        DropIn.Empty,
                        (made, number) => made.With($"ipv4 main 10.{number}.0.0/16", $"[Route]\nMetric={segments + number}\n")
                    );
                    var again = DropIn.Parse(drop.ToString())!;
                    Assert.Equal(drop.ToString(), again.ToString());
                    Assert.Equal(drop.Targets, again.Targets);
                    Assert.True(again.Without(_ => true).IsEmpty);
                }
            )
            .QuickCheckThrowOnFailure();
}
