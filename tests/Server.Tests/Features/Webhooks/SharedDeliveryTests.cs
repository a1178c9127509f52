using IwTune.Lab;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Webhooks;

/// <summary>Two servers over one PostgreSQL have the same webhooks to notify.</summary>
[Trait("Store", "both")]
public sealed class SharedDeliveryTests
{
    private const int Events = 30;

    // A receiver on a busy machine must not count as hanging: the clock that ends an attempt moves only when the test moves it.
    private static readonly DeliveryRules Patient = new()
    {
        FirstPause = TimeSpan.FromMilliseconds(20),
        AnswerWithin = TimeSpan.FromMinutes(10),
        DigestAbove = 1000,
        Jitter = () => 1,
    };

    [Fact]
    public async Task Each_event_is_told_once_and_what_a_server_had_in_hand_that_answers_no_more_is_told_by_the_other()
    {
        var url = await TestStore.EmptyPostgresAsync();
        await using var receiver = await Receiver.StartAsync();
        await using var a = await StartAsync(url);
        await using var b = await StartAsync(url);
        using var api = await a.ApiAsync();
        var hook = (await WebhookFixture.AddAsync(api, receiver.Address, "", WebhookFormat.Json, WebhookKinds.Security)).Webhook.Id;
        await Task.WhenAll(Enumerable.Range(0, Events).Select(nth => (nth % 2 == 0 ? a : b).TokenAsync()));
        await Until.TrueAsync(async () => await WaitingAsync(a) == 0, () => $"{receiver.Messages.Count} deliveries");
        Assert.Equal(Events, receiver.Messages.Select(one => one.Id).Distinct(StringComparer.Ordinal).Count());
        Assert.Equal(Events, receiver.Messages.Count);

        // The server with the next delivery gets no answer any more, as if it were killed.
        var hangs = new TaskCompletionSource();
        receiver.Answer = (_, _) => hangs.Task;
        await a.TokenAsync();
        await Until.TrueAsync(() => receiver.Messages.Count == Events + 1, () => "no try");
        receiver.Answer = (_, _) => Task.CompletedTask;
        var holder = await a.Database.ReadAsync(db =>
            db.ValueAsync<string>("select claimed_by from webhooks where id = @hook", new { hook })
        );
        (holder == a.Database.Server ? b : a).Clock.Jump(Patient.AnswerWithin + TimeSpan.FromMinutes(1));
        await Until.TrueAsync(async () => await WaitingAsync(a) == 0, () => "the other does not take it over");
        Assert.Equal(
            [receiver.Messages.ElementAt(Events).Id, receiver.Messages.ElementAt(Events).Id],
            receiver.Messages.Skip(Events).Select(one => one.Id)
        );
        hangs.SetResult();
    }

    private static Task<RunningServer> StartAsync(string url) =>
        RunningServer.StartAsync(with: options =>
            options with
            {
                Database = url,
                WebhookNetworks = WebhookFixture.Loopback,
                WebhookDelivery = Patient,
            }
        );

    private static Task<long> WaitingAsync(RunningServer server) =>
        server.Database.ReadAsync(db => db.ValueAsync<long>("select count(*) from webhook_deliveries where state = 'Waiting'"));
}
