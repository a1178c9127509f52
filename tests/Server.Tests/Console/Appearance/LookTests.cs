using System.Net;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Console.Appearance;

public sealed class LookTests
{
    [Fact]
    public async Task Theme_and_density_are_kept_for_the_browser_and_no_other_value_is()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        await SwitchAsync(("theme", "dark"));
        await SwitchAsync(("density", "compact"));
        var root = (await person.OpenAsync("/")).DocumentElement;
        Assert.Equal(("dark", "compact"), (root.GetAttribute("data-theme"), root.GetAttribute("data-density")));
        await SwitchAsync(("density", "huge"));
        Assert.Equal("compact", (await person.OpenAsync("/")).DocumentElement.GetAttribute("data-density"));

        async Task SwitchAsync((string Name, string Value) chosen)
        {
            var token = (await person.OpenAsync("/")).QuerySelector("form[action='/look'] [name=__RequestVerificationToken]")!;
            using var answer = await person.PostAsync(
                "/look",
                new Dictionary<string, string>
                {
                    ["__RequestVerificationToken"] = token.GetAttribute("value")!,
                    ["back"] = "/hosts",
                    [chosen.Name] = chosen.Value,
                }
            );
            Assert.Equal((HttpStatusCode.Redirect, "/hosts"), (answer.StatusCode, answer.Headers.Location!.ToString()));
        }
    }

    [Fact]
    public async Task Days_are_those_of_the_viewers_zone_and_the_address_says_which_moments_they_are()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        person.Http.DefaultRequestHeaders.Add("Cookie", "__Host-iwtune-zone=Europe%2FBerlin");
        using var audit = await person.GetAsync("/audit?entered=true&since=2026-11-25&until=2026-11-26");
        Assert.Equal(
            "/audit?since=2026-11-25T00%3A00%3A00%2B01%3A00&until=2026-11-26T00%3A00%3A00%2B01%3A00",
            audit.Headers.Location!.PathAndQuery
        );
        var page = await person.OpenAsync(audit.Headers.Location.PathAndQuery);
        Assert.Equal("2026-11-25", page.QuerySelector("#audit-since")!.GetAttribute("value"));
        Assert.Contains("Since (Europe/Berlin)", page.Body!.TextContent, StringComparison.Ordinal);
        using var compliance = await person.GetAsync("/compliance?entered=true&asOf=2026-11-25T12:00");
        Assert.Equal("/compliance?asOf=2026-11-25T12%3A00%3A00%2B01%3A00", compliance.Headers.Location!.PathAndQuery);
    }
}
