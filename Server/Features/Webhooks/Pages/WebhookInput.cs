namespace IwTune.Server.Features.Webhooks.Pages;

/// <summary>What the form for a webhook carries.</summary>
public sealed class WebhookInput
{
    public string Name { get; set; } = "";
    public string Address { get; set; } = "";

    /// <summary>The kinds that are ticked.</summary>
    public string[] Kinds { get; set; } = [];
    public string Selector { get; set; } = "";
    public string Format { get; set; } = "Json";
}
