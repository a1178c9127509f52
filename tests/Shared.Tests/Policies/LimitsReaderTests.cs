using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Policies;

public sealed class LimitsReaderTests
{
    [Theory]
    [InlineData("max: 32\nstep: x2\n", 32, 2)]
    [InlineData("max: 32", 32, null)]
    [InlineData("{\"step\": \"x4\"}", null, 4)]
    public void Limits_are_read(string text, int? max, int? step)
    {
        var result = LimitsReader.Read(text);
        Assert.Empty(result.Problems);
        Assert.Equal(new Limits(max, step), result.Limits);
    }

    [Theory]
    [InlineData("", "the document is empty")]
    [InlineData("{}", "neither max nor step")]
    [InlineData("max: many", "1 to 1023")]
    [InlineData("maximum: 3", "did you mean 'max'?|the keys here are max, step")]
    [InlineData("limits: { max: 32 }", "the keys here are max, step")]
    [InlineData("32", "must be a mapping")]
    public void A_broken_file_is_never_no_limit(string text, string rule)
    {
        var result = LimitsReader.Read(text);
        Assert.Null(result.Limits);
        Assert.Contains(result.Problems, p => rule.Split('|').Any(r => p.Rule.Contains(r, StringComparison.Ordinal)));
    }
}
