using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Cli.Running;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Hosting;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Webhooks;

public sealed class AllowedDestinationsTests
{
    [Theory]
    [InlineData("hooks.slack.com", "hooks.slack.com", 443, true)]
    [InlineData("Hooks.Slack.com", "hooks.slack.com", 443, true)]
    [InlineData("hooks.slack.com", "hooks.slack.com", 8443, false)]
    [InlineData("hooks.slack.com", "evil.hooks.slack.com", 443, false)]
    [InlineData("hooks.slack.com:8443", "hooks.slack.com", 8443, true)]
    [InlineData("hooks.slack.com:8443", "hooks.slack.com", 443, false)]
    [InlineData("*.example.org", "a.example.org", 443, true)]
    [InlineData("*.example.org", "a.b.EXAMPLE.org", 443, true)]
    [InlineData("*.example.org", "example.org", 443, false)]
    [InlineData("*.example.org", "evil-example.org", 443, false)]
    [InlineData("*.example.org", "example.org.evil.test", 443, false)]
    [InlineData("*.example.org:8443", "a.example.org", 8443, true)]
    [InlineData("*.example.org:8443", "a.example.org", 443, false)]
    [InlineData("bücher.example", "xn--bcher-kva.example", 443, true)]
    [InlineData("10.0.0.5:8080", "10.0.0.5", 8080, true)]
    [InlineData("10.0.0.5:8080", "10.0.0.6", 8080, false)]
    [InlineData("[fd00::0:5]:8080", "fd00::5", 8080, true)]
    public void A_host_is_permitted_by_its_name_and_its_port(string listed, string host, int port, bool permitted) =>
        Assert.Equal(permitted, new AllowedDestinations([WebhookDestination.Parse(listed)!]).Refusal(host, port) is null);

    [Fact]
    public void Without_a_list_every_host_is_permitted() => Assert.Null(new AllowedDestinations([]).Refusal("example.org", 1));

    [Theory]
    [InlineData("")]
    [InlineData("*")]
    [InlineData("*.")]
    [InlineData("*.*.example.org")]
    [InlineData("a*.example.org")]
    [InlineData("*.10.0.0.5")]
    [InlineData("https://example.org")]
    [InlineData("example.org/hook")]
    [InlineData("user@example.org")]
    [InlineData("example.org:")]
    [InlineData("example.org:0")]
    [InlineData("example.org:70000")]
    [InlineData("example.org:https")]
    [InlineData(" example.org")]
    [InlineData("example.org example.net")]
    public void What_is_no_host_with_a_port_is_no_destination(string text) => Assert.Null(WebhookDestination.Parse(text));

    [Fact]
    public void The_command_line_names_every_destination_that_is_none()
    {
        var parsed = RunCommand
            .Create()
            .Parse("--data x --webhook-destination https://a.example/ --webhook-destination b.example --webhook-destination c.example:0");
        Assert.Equal(2, parsed.Errors.Count);
        Assert.All(parsed.Errors, error => Assert.StartsWith("--webhook-destination: '", error.Message, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_webhook_to_another_host_or_port_is_refused_when_it_is_made()
    {
        await using var server = await StartAsync("hooks.slack.com", "*.example.org:8443");
        using var api = await server.ApiAsync();
        foreach (var address in new[] { "https://hooks.slack.com:444/x", "https://example.org:8443/", "https://other.example/" })
        {
            using var answer = await WebhookFixture.TryAddAsync(api, address, kinds: WebhookKinds.Host);
            var problem = await answer.ProblemAsync(HttpStatusCode.BadRequest);
            Assert.Contains("--webhook-destination", Assert.Single(problem.Problems!).Rule, StringComparison.Ordinal);
        }
        using var both = await WebhookFixture.TryAddAsync(api, "http://other.example/", kinds: WebhookKinds.Host);
        Assert.Equal(2, (await both.ProblemAsync(HttpStatusCode.BadRequest)).Problems!.Count);
        foreach (var address in new[] { "https://hooks.slack.com/x", "https://a.example.org:8443/" })
            await WebhookFixture.AddAsync(api, address, "", WebhookFormat.Json, WebhookKinds.Host);
    }

    [Fact]
    public async Task Each_connection_is_checked_so_a_webhook_that_is_older_than_the_list_sends_nothing()
    {
        await using var permitted = await Receiver.StartAsync();
        await using var other = await Receiver.StartAsync();
        using var http = Outgoing.Client(
            new AllowedNetworks(WebhookFixture.Loopback),
            new AllowedDestinations([WebhookDestination.Parse(new Uri(permitted.Address).Authority)!])
        );
        using var taken = await http.PostAsync(permitted.Address, JsonContent.Create("event"));
        Assert.Equal(HttpStatusCode.OK, taken.StatusCode);
        var refused = await Assert.ThrowsAsync<HttpRequestException>(() => http.PostAsync(other.Address, JsonContent.Create("event")));
        Assert.Contains("is not a permitted destination", $"{refused.Message} {refused.InnerException?.Message}", StringComparison.Ordinal);
        Assert.Empty(other.Messages);
    }

    [Fact]
    public async Task A_trial_says_that_the_destination_is_not_permitted()
    {
        await using var receiver = await Receiver.StartAsync();
        var data = Directory.CreateTempSubdirectory("iwtune-server-").FullName;
        await TestStore.PrepareAsync(data);
        var before = await RunningServer.StartAsync(data, options => options with { WebhookNetworks = WebhookFixture.Loopback });
        using var api = await before.ApiAsync();
        var made = await WebhookFixture.AddAsync(api, receiver.Address, "", WebhookFormat.Json, WebhookKinds.Host);
        await before.StopAsync();
        await using var after = await RunningServer.StartAsync(data, options => Listed(options, "hooks.slack.com"));
        using var again = await after.ApiAsync();
        using var answer = await again.PostAsync(FleetPaths.WebhookTest(made.Webhook.Id), null);
        var trial = await answer.ReadAsync(WebhookJson.Default.WebhookTrial);
        Assert.False(trial.Taken);
        Assert.Contains("is not a permitted destination", trial.Text, StringComparison.Ordinal);
        Assert.Empty(receiver.Messages);
    }

    private static Task<RunningServer> StartAsync(params string[] listed) =>
        RunningServer.StartAsync(with: options => Listed(options, listed));

    private static ServerOptions Listed(ServerOptions options, params string[] listed) =>
        options with
        {
            WebhookNetworks = WebhookFixture.Loopback,
            WebhookDestinations = [.. listed.Select(text => WebhookDestination.Parse(text)!)],
        };
}
