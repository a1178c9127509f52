using IwTune.Server.Features.Tokens;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Tokens;

public sealed class JoinTextTests
{
    [Fact]
    public void Every_system_gets_the_address_the_pin_and_a_place_for_the_token() =>
        Assert.All(
            JoinText.Of("https://iw.example.net:7443", "sha256:abc"),
            one =>
            {
                Assert.Contains("https://iw.example.net:7443", one.Lines, StringComparison.Ordinal);
                Assert.Contains("sha256:abc", one.Lines, StringComparison.Ordinal);
                Assert.Contains("TOKEN", one.Lines, StringComparison.Ordinal);
            }
        );

    [Fact]
    public async Task The_page_shows_them_with_the_pin_of_this_server()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var page = await person.OpenAsync("/enrolment");
        Assert.Equal(8, page.QuerySelectorAll(".join details").Length);
        Assert.Matches(
            "^iwtune enroll https://\\S+ --token TOKEN --ca-pin sha256:[0-9a-f]{64}$",
            page.QuerySelector(".join code")!.TextContent.Split('\n')[1]
        );
    }
}
