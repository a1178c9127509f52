using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Webhooks;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Webhooks;

/// <summary>A webhook is removed while something is delivered to it.</summary>
public sealed class RemovedWebhookTests
{
    [Fact]
    public async Task Events_that_are_combined_for_a_webhook_that_was_removed_go_with_it()
    {
        var rules = WebhookFixture.Quick() with { DigestAbove = 2 };
        await using var server = await RunningServer.StartAsync(with: options =>
            options with
            {
                WebhookNetworks = WebhookFixture.Loopback,
                WebhookDelivery = rules,
            }
        );
        using var api = await server.ApiAsync();
        server.HoldTime();
        var hook = await WebhookFixture.AddAsync(api, "http://127.0.0.1:9/", "", WebhookFormat.Json, WebhookKinds.Security);
        for (var i = 0; i < 5; i++)
            await server.TokenAsync();
        var (clock, asked, removing) = (new TestClock(server.Clock.GetUtcNow()), 0, Task.FromResult(false));
        // The first time is that of the round; the next one is that of the message that combines the events, which are read by then.
        clock.Asked = () =>
        {
            if (++asked == 2)
                removing = server.Get<WebhookChanges>().RemoveAsync("user:ben", hook.Webhook.Id);
        };
        var lane = new WebhookLane(
            hook.Webhook.Id,
            server.Database,
            server.Get<HostDirectory>(),
            server.Get<WebhookSeal>(),
            server.Get<WebhookPost>(),
            rules,
            clock,
            "another server"
        );
        await lane.RunAsync(TestContext.Current.CancellationToken);
        Assert.True(await removing);
        Assert.Equal(0, await server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from webhook_deliveries")));
    }
}
