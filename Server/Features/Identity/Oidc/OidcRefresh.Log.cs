namespace IwTune.Server.Features.Identity.Oidc;

internal sealed partial class OidcRefresh
{
    [LoggerMessage(
        Level = LogLevel.Warning,
        Message = "The OpenID provider does not answer; sessions go on with the groups known. {Reason}"
    )]
    private partial void ProviderDown(string reason);
}
