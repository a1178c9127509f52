using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Features.Webhooks.Formats;
using IwTune.Server.Features.Webhooks.Pages;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Webhooks;

internal static class WebhookSetup
{
    public static void AddWebhooks(this IServiceCollection services, ServerOptions options)
    {
        var (networks, destinations) = (new AllowedNetworks(options.WebhookNetworks), new AllowedDestinations(options.WebhookDestinations));
        services
            .AddSingleton(networks)
            .AddSingleton(destinations)
            .AddSingleton(options.WebhookDelivery)
            .AddSingleton<WebhookSeal>()
            .AddSingleton<EventBody>()
            .AddSingleton<WebhookChanges>()
            .AddSingleton<WebhookViews>()
            .AddSingleton<TestDelivery>()
            .AddSingleton<WebhookActing>()
            .AddSingleton(made => new WebhookPost(
                Outgoing.Client(networks, destinations),
                made.GetRequiredService<EventBody>(),
                options.WebhookDelivery,
                made.GetRequiredService<TimeProvider>()
            ))
            .AddRunning<WebhookWorker>();
    }
}
