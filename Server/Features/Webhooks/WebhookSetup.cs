using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Features.Webhooks.Formats;
using IwTune.Server.Features.Webhooks.Pages;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Webhooks;

internal static class WebhookSetup
{
    public static void AddWebhooks(this IServiceCollection services, ServerOptions options)
    {
        var allowed = new AllowedNetworks(options.WebhookNetworks);
        services
            .AddSingleton(allowed)
            .AddSingleton(options.WebhookDelivery)
            .AddSingleton<WebhookSeal>()
            .AddSingleton<EventBody>()
            .AddSingleton<WebhookChanges>()
            .AddSingleton<WebhookViews>()
            .AddSingleton<TestDelivery>()
            .AddSingleton<WebhookActing>()
            .AddSingleton(made => new WebhookPost(
                Outgoing.Client(allowed),
                made.GetRequiredService<EventBody>(),
                options.WebhookDelivery,
                made.GetRequiredService<TimeProvider>()
            ))
            .AddRunning<WebhookWorker>();
    }
}
