using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console;

/// <summary>A fleet of both systems: before a policy is published, the console shows the hosts that cannot apply it.</summary>
public sealed class WindowsHostsTests
{
    private const string Odd = "policy: edge\nwindow: { initcwnd: 11 }\nscopes: [default]\n";

    [Fact]
    public async Task The_preview_names_the_hosts_that_cannot_and_why()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await MixedAsync(server);

        using var answer = await person.SubmitAsync(
            "/policies/new",
            "policy",
            ("Draft.Document", Odd),
            ("Draft.Assign", "*"),
            ("Draft.Action", "check")
        );
        var section = (await Person.ReadAsync(answer)).QuerySelector("[aria-labelledby=impact-hosts]")!;

        Assert.Contains("1 Windows client", section.TextContent, StringComparison.Ordinal);
        Assert.Contains("1 was never seen", section.TextContent, StringComparison.Ordinal);
        Assert.Contains("11 is not accepted, the nearest is 10.", section.TextContent, StringComparison.Ordinal);
        Assert.Equal(
            ["linux-1", "win-2022", "win-client"],
            section.QuerySelectorAll("a").Select(link => link.TextContent).Order(StringComparer.Ordinal)
        );
    }

    [Fact]
    public async Task A_policy_that_only_clients_cannot_follow_names_them_alone()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await MixedAsync(server);
        await (await server.ApiAsync()).PublishAsync(Api.Iw10, assign: "*");

        var page = await person.OpenAsync("/policies/edge");

        Assert.Equal("win-client", Assert.Single(page.QuerySelectorAll("[aria-labelledby=unfit] a")).TextContent);
        Assert.Contains(
            "Windows Server 2016 and later: set in the templates of connections",
            page.Body!.TextContent,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_fleet_without_Windows_hears_nothing_of_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await server.EnrolAsync("web-1");
        await (await server.ApiAsync()).PublishAsync(Odd, assign: "*");
        Assert.Null((await person.OpenAsync("/policies/edge")).QuerySelector("[aria-labelledby=unfit]"));
    }

    [Fact]
    public async Task The_page_of_a_Windows_host_says_build_template_and_pacing()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var host = await TestHost.EnrolAsync(server, await server.TokenAsync(), TestHost.WindowsFactsOf("win-2022"));

        var facts = (await person.OpenAsync($"/hosts/{host.Id}")).QuerySelector("[aria-labelledby=facts]")!.TextContent;

        Assert.Contains("Build", facts, StringComparison.Ordinal);
        Assert.Contains("10.0.20348.2113", facts, StringComparison.Ordinal);
        Assert.Contains("Automatic (Datacenter or Internet by round trip)", facts, StringComparison.Ordinal);
        Assert.Contains("every template", facts, StringComparison.Ordinal);
        Assert.DoesNotContain("Kernel", facts, StringComparison.Ordinal);
    }

    private static async Task MixedAsync(RunningServer server)
    {
        var token = await server.TokenAsync();
        await TestHost.EnrolAsync(server, token, "linux-1");
        await TestHost.EnrolAsync(server, token, TestHost.WindowsFactsOf("win-2022"));
        await TestHost.EnrolAsync(server, token, TestHost.WindowsFactsOf("win-client", "Windows 11 Enterprise (24H2)", "10.0.26100.1"));
    }
}
