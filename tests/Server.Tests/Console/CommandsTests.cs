using IwTune.Server.Console;

namespace IwTune.Server.Tests.Console;

public sealed class CommandsTests
{
    [Theory]
    [InlineData("site:fra", "iwtune fleet hosts -q site:fra")]
    [InlineData("site:f* web", "iwtune fleet hosts -q 'site:f* web'")]
    [InlineData("it's; rm -rf ~", @"iwtune fleet hosts -q 'it'\''s; rm -rf ~'")]
    [InlineData("$(reboot)", "iwtune fleet hosts -q '$(reboot)'")]
    [InlineData(null, "iwtune fleet hosts")]
    public void A_filter_is_pasted_as_it_is_and_never_run(string? filter, string expected) =>
        Assert.Equal(expected, Commands.Hosts(filter));

    [Fact]
    public void A_call_is_pasted_as_it_is_and_never_run() =>
        Assert.Equal(
            "curl -H \"Authorization: Bearer $IWTUNE_TOKEN\" \"$IWTUNE_SERVER\"'/api/v1/hosts?q=$(reboot)'",
            Commands.Call("/api/v1/hosts?q=$(reboot)")
        );
}
