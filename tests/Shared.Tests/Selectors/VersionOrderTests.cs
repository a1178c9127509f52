using IwTune.Shared.Selectors;

namespace IwTune.Shared.Tests.Selectors;

public sealed class VersionOrderTests
{
    [Theory]
    [InlineData("5.15.0-91-generic", "5.15", 0)]
    [InlineData("5.4.0", "5.15", -1)]
    [InlineData("6.1", "5.15", 1)]
    [InlineData("6.1", "6.1.0", 0)]
    [InlineData("6.1.0-18-amd64", "6.1.0-17", 1)]
    [InlineData("6.1-rc3", "6.1.0", -1)]
    [InlineData("6.1", "6.1-rc3", 1)]
    [InlineData("6.1-rc2", "6.1-rc10", -1)]
    [InlineData("20348.2113", "20348", 0)]
    [InlineData("9999999999999999999999", "9999999999999999999998", 1)]
    [InlineData("24.04", "24.4", 0)]
    [InlineData("v1.2", "1.2", 0)]
    [InlineData("4.18.0-553.el8_10.x86_64", "4.18.0-553.el8", 0)]
    public void Versions_are_held_against_another_as_far_as_it_is_written(string actual, string written, int order) =>
        Assert.Equal(order, Math.Sign(VersionOrder.Compare(actual, written)!.Value));

    [Theory]
    [InlineData("")]
    [InlineData("web")]
    [InlineData("v")]
    [InlineData("-5")]
    public void What_begins_with_no_digit_is_no_version(string text) => Assert.Null(VersionOrder.Compare(text, "5"));
}
