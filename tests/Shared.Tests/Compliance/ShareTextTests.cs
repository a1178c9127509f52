using IwTune.Shared.Compliance;

namespace IwTune.Shared.Tests.Compliance;

public sealed class ShareTextTests
{
    [Theory]
    [InlineData(0, 0, "–")]
    [InlineData(0, 7, "0.0 %")]
    [InlineData(1, 3, "33.3 %")]
    [InlineData(1, 5_000, "<0.1 %")]
    [InlineData(4_999, 5_000, ">99.9 %")]
    [InlineData(999, 1_000, "99.9 %")]
    [InlineData(1, 1_000, "0.1 %")]
    [InlineData(5_000, 5_000, "100.0 %")]
    public void A_share_is_all_only_of_all_and_none_only_of_none(int part, int all, string text) =>
        Assert.Equal(text, ShareText.Of(part, all));
}
