namespace IwTune.Server.Features.Webhooks.Delivery;

internal sealed partial class WebhookWorker
{
    [LoggerMessage(Level = LogLevel.Error, Message = "Webhooks cannot be delivered: the store cannot be used; what waits stays in it")]
    private partial void NotDelivered(Exception why);

    [LoggerMessage(
        Level = LogLevel.Error,
        Message = "Webhook {Webhook} cannot be told anything; it stands still, and is tried again with every look"
    )]
    private partial void StandsStill(string webhook, Exception why);
}
