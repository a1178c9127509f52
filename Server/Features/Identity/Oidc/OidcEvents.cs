using System.Globalization;
using IwTune.Server.Features.Identity.Sessions;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;
using Microsoft.IdentityModel.Tokens;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>
/// What this server adds to the framework's sign-in: the client's secret is read anew for each, a sign-in ends after a time, and the person
/// becomes a session of this server.
/// </summary>
internal sealed class OidcEvents(
    OidcSettings settings,
    ProviderLink provider,
    ProviderTokens tokens,
    OidcAccounts accounts,
    TimeProvider clock
) : OpenIdConnectEvents
{
    public const string CallbackPath = "/sign-in/callback";
    private const string Begun = "begun";

    /// <summary>How long a person may take at the provider.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMinutes(15);

    public override Task RedirectToIdentityProvider(RedirectContext context)
    {
        context.Properties.Items[Begun] = clock.GetUtcNow().ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture);
        if (settings.Acr.Count > 0)
            context.ProtocolMessage.AcrValues = string.Join(' ', settings.Acr);
        return Task.CompletedTask;
    }

    public override async Task AuthorizationCodeReceived(AuthorizationCodeReceivedContext context)
    {
        var form = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var name in (string[])["grant_type", "code", "redirect_uri", "code_verifier"])
        {
            if (context.TokenEndpointRequest!.GetParameter(name) is { } value)
                form[name] = value;
        }
        var (answer, granted) = await provider.TokenAsync(form, context.HttpContext.RequestAborted);
        if (!granted)
            throw new OidcException(
                OidcFault.Stale,
                $"the provider rejected its own code: {Claims.Text(answer, "error") ?? "no reason given"}"
            );
        if (Claims.Text(answer, "id_token") is null)
            throw new OidcException(OidcFault.Unproven, "the provider sent no ID token");
        context.HandleCodeRedemption(new OpenIdConnectMessage(answer.GetRawText()));
    }

    public override async Task TokenValidated(TokenValidatedContext context)
    {
        var properties = context.Properties!;
        if (
            !long.TryParse(properties.Items[Begun], CultureInfo.InvariantCulture, out var begun)
            || clock.GetUtcNow() - DateTimeOffset.FromUnixTimeSeconds(begun) > Patience
        )
        {
            throw new OidcException(OidcFault.Stale, $"the sign-in was started more than {Patience.TotalMinutes:0} minutes ago");
        }
        var answer = context.TokenEndpointResponse!;
        // The handler takes an unsigned token in this flow, and compares the nonce only where it redeemed the code itself.
        var claims = await tokens.ReadIdTokenAsync(answer.IdToken, context.HttpContext.RequestAborted);
        context.Options.ProtocolValidator.ValidateTokenResponse(
            new()
            {
                ClientId = context.Options.ClientId,
                ProtocolMessage = answer,
                ValidatedIdToken = context.SecurityToken,
                Nonce = context.Nonce,
            }
        );
        var row = await accounts.SignInAsync(context.HttpContext, claims, OidcTokens.Of(answer, clock));
        context.Principal = Session.Ticket(row);
        // No data of the sign-in itself belongs in the session's cookie.
        context.Properties = new AuthenticationProperties { RedirectUri = properties.RedirectUri };
    }

    public override Task AuthenticationFailed(AuthenticationFailedContext context)
    {
        // Malformed tokens come as arguments that are wrong.
        if (context.Exception is SecurityTokenException or OpenIdConnectProtocolException or ArgumentException)
            context.Fail(TokenFault.Of(context.Exception));
        return Task.CompletedTask;
    }

    public override Task RemoteFailure(RemoteFailureContext context)
    {
        OidcRefusal.Tell(context.HttpContext, context.Failure);
        context.HandleResponse();
        return Task.CompletedTask;
    }

    public override Task AccessDenied(AccessDeniedContext context)
    {
        OidcRefusal.Tell(context.HttpContext, new OidcException(OidcFault.Cancelled, "cancelled at the provider"));
        context.HandleResponse();
        return Task.CompletedTask;
    }
}
