namespace IwTune.Server.Features.Identity.Pages;

/// <summary>A code of an authenticator app, or a recovery code.</summary>
internal sealed class CodeInput
{
    public string Code { get; set; } = "";
}
