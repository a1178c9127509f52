using IwTune.Lab;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console;

public sealed class FirstStepsTests
{
    [Fact]
    public async Task The_first_steps_tick_themselves_and_the_latest_hosts_are_beside_the_tokens()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        using var person = await Person.SignedInAsync(server);
        Assert.Equal(0, await DoneAsync());
        await server.TokenAsync(TokenKind.Enrolment);
        Assert.Equal(1, await DoneAsync());
        Assert.Contains("No host has enrolled yet", (await person.OpenAsync("/enrolment")).Body!.TextContent, StringComparison.Ordinal);
        await server.EnrolAsync("web-1");
        var host = await server.EnrolAsync("web-2");
        Assert.Equal(2, await DoneAsync());
        // Without a policy it is compliant, and nothing of it was proved.
        await host.CheckInAsync();
        await Until.TrueAsync(
            async () =>
                (await person.OpenAsync("/")).Body!.TextContent.Contains(
                    "1 of 2 hosts is compliant, without a policy;",
                    StringComparison.Ordinal
                ),
            () => "it was not judged"
        );
        Assert.Equal(2, await DoneAsync());
        var hosts = (await person.OpenAsync("/enrolment")).QuerySelectorAll("#latest-hosts tbody th");
        Assert.Equal(["web-2", "web-1"], hosts.Select(host => host.TextContent.Trim()));
        await api.PublishAsync(Api.Iw10, assign: "*");
        Assert.Equal(3, await DoneAsync());

        async Task<int> DoneAsync() => (await person.OpenAsync("/")).QuerySelectorAll(".first-steps > .done").Length;
    }
}
