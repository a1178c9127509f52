using FsCheck;
using FsCheck.Fluent;
using IwTune.Shared.Policies.OperatingSystems;

namespace IwTune.Shared.Tests.Policies.OperatingSystems;

public sealed class TemplateRulesTests
{
    [Theory]
    [InlineData(1, false, 2)]
    [InlineData(2, true, 2)]
    [InlineData(11, false, 10)]
    [InlineData(64, true, 64)]
    [InlineData(65, false, 64)]
    [InlineData(66, false, 64)]
    [InlineData(0, false, 2)]
    public void A_template_takes_even_windows_of_2_to_64(int segments, bool takes, int nearest)
    {
        Assert.Equal(takes, TemplateRules.Takes(segments));
        Assert.Equal(nearest, TemplateRules.Nearest(segments));
    }

    [Fact]
    public void The_nearest_is_taken_and_none_is_nearer() =>
        Prop.ForAll(
                Gen.Choose(-5, 2000).ToArbitrary(),
                segments =>
                {
                    var nearest = TemplateRules.Nearest(segments);
                    var distance = Math.Abs(nearest - segments);
                    return TemplateRules.Takes(nearest)
                        && Enumerable
                            .Range(TemplateRules.Least, TemplateRules.Most)
                            .Where(TemplateRules.Takes)
                            .All(other => Math.Abs(other - segments) >= distance);
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void A_refusal_names_the_nearest() =>
        Assert.Equal(
            "Windows takes an even number of segments, 2 to 64; 11 is not accepted, the nearest is 10.",
            TemplateRules.Refusal(11)
        );
}
