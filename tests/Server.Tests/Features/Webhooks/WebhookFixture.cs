using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Tests.Features.Webhooks;

/// <summary>One server that may send to loopback, and common steps of tests of webhooks.</summary>
public sealed class WebhookFixture : IAsyncLifetime
{
    internal static readonly IReadOnlyList<IPNetwork> Loopback = [IPNetwork.Parse("127.0.0.0/8")];

    internal RunningServer Server { get; private set; } = null!;

    internal HttpClient Api { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        Server = await RunningServer.StartAsync(with: options => options with { WebhookNetworks = Loopback, WebhookDelivery = Quick() });
        Api = await Server.ApiAsync();
    }

    public ValueTask DisposeAsync() => Server.DisposeAsync();

    /// <summary>Short pauses that a test can wait for.</summary>
    internal static DeliveryRules Quick() =>
        new()
        {
            FirstPause = TimeSpan.FromMilliseconds(20),
            MostTries = 4,
            AnswerWithin = TimeSpan.FromSeconds(2),
            Jitter = () => 1,
        };

    internal async Task<CreatedWebhook> AddAsync(
        string address,
        string selector = "",
        WebhookFormat format = WebhookFormat.Json,
        params string[] kinds
    ) => await AddAsync(Api, address, selector, format, kinds);

    internal static async Task<CreatedWebhook> AddAsync(
        HttpClient api,
        string address,
        string selector,
        WebhookFormat format,
        params string[] kinds
    )
    {
        using var answer = await TryAddAsync(api, address, selector, format, kinds);
        return await answer.ReadAsync(WebhookJson.Default.CreatedWebhook);
    }

    internal static Task<HttpResponseMessage> TryAddAsync(
        HttpClient api,
        string address,
        string selector = "",
        WebhookFormat format = WebhookFormat.Json,
        params string[] kinds
    ) =>
        api.PostAsJsonAsync(
            FleetPaths.Webhooks,
            new()
            {
                Name = "test",
                Address = address,
                Kinds = kinds,
                Selector = selector,
                Format = format,
            },
            WebhookJson.Default.WebhookRequest
        );

    internal async Task<WebhookSummary> FindAsync(string id) =>
        await Api.GetAsync(FleetPaths.Webhook(id), WebhookJson.Default.WebhookSummary);

    internal async Task<IReadOnlyList<WebhookDelivery>> DeliveriesAsync(string id, string state = "") =>
        (await Api.GetAsync($"{FleetPaths.WebhookDeliveries(id)}?state={state}", WebhookJson.Default.WebhookDeliveryPage)).Deliveries;

    internal async Task RemoveAsync(CreatedWebhook made) =>
        (await Api.DeleteAsync(FleetPaths.Webhook(made.Webhook.Id))).EnsureSuccessStatusCode();
}
