namespace IwTune.Server.Features.Identity.Pages;

/// <summary>What the browser's authenticator answered, or what is asked for it.</summary>
internal sealed class PasskeyInput
{
    public string Answer { get; set; } = "";
    public string Title { get; set; } = "";
    public string Password { get; set; } = "";
    public string Id { get; set; } = "";
}
