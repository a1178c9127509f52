using System.Globalization;
using System.Security.Claims;
using System.Security.Cryptography;
using System.Text.Encodings.Web;
using System.Text.Json;
using IwTune.Server.Features.Identity.Sessions;
using IwTune.Server.Features.Tokens;
using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.OAuth;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Extensions.Options;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>
/// OpenID Connect over the framework's OAuth handler: authorization code with PKCE, state and correlation cookie are its; the discovery document,
/// the nonce, the ID token's checks and userinfo are ours.
/// </summary>
internal sealed class OidcHandler(
    IOptionsMonitor<OAuthOptions> options, ILoggerFactory logger, UrlEncoder encoder, ProviderLink provider, OidcSettings settings, OidcAccounts accounts, TimeProvider clock)
    : OAuthHandler<OAuthOptions>(options, logger, encoder)
{
    public const string SchemeName = "oidc", CallbackPath = "/sign-in/callback";
    private const string Nonce = "nonce", Begun = "begun";

    /// <summary>How long a person may take at the provider.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromMinutes(15);

    protected override async Task HandleChallengeAsync(AuthenticationProperties properties)
    {
        try
        {
            Options.AuthorizationEndpoint = (await provider.DocumentAsync(Context.RequestAborted)).Authorization;
        }
        catch (OidcException failed)
        {
            OidcRefusal.Tell(Context, failed);
            return;
        }
        properties.Items[Nonce] = Secret.New();
        properties.Items[Begun] = clock.GetUtcNow().ToUnixTimeSeconds().ToString(CultureInfo.InvariantCulture);
        await base.HandleChallengeAsync(properties);
    }

    protected override string BuildChallengeUrl(AuthenticationProperties properties, string redirectUri)
    {
        // Only the hash travels: whoever reads the address cannot make a token for it.
        var url = base.BuildChallengeUrl(properties, redirectUri);
        return QueryHelpers.AddQueryString(url, Nonce, NonceSent(properties));
    }

    protected override async Task<OAuthTokenResponse> ExchangeCodeAsync(OAuthCodeExchangeContext context)
    {
        var form = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["grant_type"] = "authorization_code",
            ["code"] = context.Code,
            ["redirect_uri"] = context.RedirectUri,
        };
        if (context.Properties.Items.TryGetValue(OAuthConstants.CodeVerifierKey, out var verifier))
        {
            form[OAuthConstants.CodeVerifierKey] = verifier!;
            context.Properties.Items.Remove(OAuthConstants.CodeVerifierKey);
        }
        var (answer, granted) = await provider.TokenAsync(form, Context.RequestAborted);
        if (!granted)
            throw new OidcException(OidcFault.Stale, $"the provider did not take its own code: {Claims.Text(answer, "error") ?? "no reason given"}");
        return OAuthTokenResponse.Success(JsonDocument.Parse(answer.GetRawText()));
    }

    protected override async Task<AuthenticationTicket> CreateTicketAsync(ClaimsIdentity identity, AuthenticationProperties properties, OAuthTokenResponse tokens)
    {
        if (!long.TryParse(properties.Items[Begun], CultureInfo.InvariantCulture, out var begun) || clock.GetUtcNow() - DateTimeOffset.FromUnixTimeSeconds(begun) > Patience)
            throw new OidcException(OidcFault.Stale, $"the sign-in was begun more than {Patience.TotalMinutes:0} minutes ago");
        var answer = tokens.Response!.RootElement;
        var idToken = Claims.Text(answer, "id_token") ?? throw new OidcException(OidcFault.Unproven, "the provider sent no ID token");
        var claims = await SignedClaims.ReadAsync(provider, idToken, Context.RequestAborted);
        if (Claims.Problem(claims, settings, NonceSent(properties), clock.GetUtcNow()) is { } problem)
            throw new OidcException(OidcFault.Unproven, problem);
        var row = await accounts.SignInAsync(Context, claims, OidcTokens.Of(answer, clock));
        // Nothing of the way here belongs in the session's cookie.
        var back = properties.RedirectUri;
        properties.Items.Clear();
        properties.RedirectUri = back;
        return new(Session.Ticket(row), properties, Scheme.Name);
    }

    private static string NonceSent(AuthenticationProperties properties) =>
        properties.Items.TryGetValue(Nonce, out var nonce) && nonce is not null ? WebEncoders.Base64UrlEncode(SHA256.HashData(System.Text.Encoding.ASCII.GetBytes(nonce))) : "";
}
