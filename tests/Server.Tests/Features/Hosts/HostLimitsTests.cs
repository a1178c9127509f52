using IwTune.Server.Features.Hosts;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Tests.Features.Hosts;

public sealed class HostLimitsTests
{
    [Theory]
    [InlineData(16, null, "this host allows at most 16")]
    [InlineData(null, 2, "this host allows a change to at most 2 times the window in force")]
    [InlineData(16, 2, "this host allows at most 16, and a change to at most 2 times the window in force")]
    [InlineData(null, null, null)]
    public void Limits_are_told_in_words(int? max, int? step, string? sentence) =>
        Assert.Equal(sentence, HostLimits.Sentence(new(max, step)));

    [Fact]
    public async Task A_host_that_allows_less_than_its_policy_asks_for_says_so_in_the_api_and_on_its_page()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync("policy: edge\nwindow: { initcwnd: 32 }\nscopes: [default]\n", "*");
        await api.PublishAsync("policy: base\nwindow: { initcwnd: 4 }\nscopes: [default]\n");
        var host = await server.EnrolAsync();
        await host.TakeAsync();
        Assert.Null((await api.GetAsync(FleetPaths.Host(host.Id), HostsJson.Default.HostDetail)).OwnLimits);

        await host.DurableAsync(host.Line(host.State(32, 10) with { Limits = new Limits(16, null) }));

        var detail = await api.GetAsync(FleetPaths.Host(host.Id), HostsJson.Default.HostDetail);
        Assert.Equal("this host allows at most 16", detail.OwnLimits);
        Assert.Equal("edge asks for initcwnd 32 on default; this host allows at most 16", Assert.Single(detail.Beyond));
        Assert.Equal("the only one that matches", Assert.Single(detail.Assignments).Why);
        Assert.Contains(detail.SelectorFacts, fact => fact is { Key: "distribution", Value: "debian" });
        using var person = await Person.SignedInAsync(server);
        var text = (await person.OpenAsync($"/hosts/{host.Id}")).Body!.TextContent;
        Assert.Contains("This host allows at most 16", text, StringComparison.Ordinal);
        Assert.Contains("asks for initcwnd 32", text, StringComparison.Ordinal);
        Assert.Contains("Policy precedence", text, StringComparison.Ordinal);
    }
}
