namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>The hosts and ports that webhooks may name, where the server's administrator listed any; otherwise every one.</summary>
internal sealed class AllowedDestinations(IReadOnlyList<WebhookDestination> listed)
{
    /// <returns>Why nothing may be sent there; <see langword="null"/> when it may.</returns>
    public string? Refusal(string host, int port) =>
        listed.Count == 0 || listed.Any(destination => destination.Covers(host, port))
            ? null
            : $"{host} at port {port} is not a permitted destination; the server's option --webhook-destination lists them";
}
