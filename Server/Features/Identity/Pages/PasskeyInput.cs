namespace IwTune.Server.Features.Identity.Pages;

/// <summary>The answer of the browser's authenticator, or the request for it.</summary>
internal sealed class PasskeyInput
{
    public string Answer { get; set; } = "";
    public string Title { get; set; } = "";
    public string Password { get; set; } = "";
    public string Id { get; set; } = "";
}
