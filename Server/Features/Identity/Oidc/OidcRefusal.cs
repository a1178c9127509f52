using IwTune.Server.Console;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>What went wrong at or with the provider, as a page. What the provider sent stays out of it.</summary>
internal static partial class OidcRefusal
{
    public const string Page = "/sign-in/refused";

    public static void Tell(HttpContext context, Exception? failure)
    {
        var services = context.RequestServices;
        var name = services.GetRequiredService<OidcSettings>().Name;
        var fault = (failure as OidcException)?.Fault ?? OidcFault.Stale;
        var text = fault switch
        {
            OidcFault.Unreachable => $"{name} cannot be reached. Try again later; the server log has the details.",
            OidcFault.Misconfigured =>
                $"{name} does not accept this server. An administrator of this server should check --oidc-client and --oidc-secret-file; "
                    + "the server log has the details.",
            OidcFault.Cancelled => $"You cancelled the sign-in at {name}. You are not signed in.",
            OidcFault.Unproven =>
                $"The response from {name} does not prove your identity: {failure!.Message}. An administrator should check the provider’s "
                    + "settings.",
            OidcFault.Weak => $"{name} knows you, but the sign-in there is not one that this server accepts. {failure!.Message}",
            OidcFault.NoAccess => $"{failure!.Message} Ask an administrator of this server.",
            _ => "This sign-in expired, was already used, or was started in another browser. Start again.",
        };
        // The reason may be what a stranger's browser brought back from the provider.
        var reason = ShownText.OneLine(failure?.Message ?? "");
        Refused(services.GetRequiredService<ILoggerFactory>().CreateLogger("IwTune.Server.SignIn"), fault, reason);
        services.GetRequiredService<Flash>().Leave(context, new(text));
        context.Response.Redirect(Page);
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Sign-in at the OpenID provider failed ({Fault}): {Reason}")]
    private static partial void Refused(ILogger log, OidcFault fault, string reason);
}
