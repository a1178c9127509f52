using System.Text.Json;
using IwTune.Server.Hosting;
using Microsoft.IdentityModel.Protocols;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;
using Microsoft.IdentityModel.Tokens;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>
/// The provider's discovery document and signing keys: fetched once an hour, and again for an unknown key. A failure is remembered for
/// seconds, so that not every page calls a dead provider.
/// </summary>
internal sealed class ProviderConfiguration(OidcSettings settings, IDocumentRetriever documents, TimeProvider clock)
    : BaseConfigurationManager,
        IConfigurationManager<OpenIdConnectConfiguration>,
        IDisposable
{
    private static readonly TimeSpan Life = TimeSpan.FromHours(1),
        RetryAfter = TimeSpan.FromSeconds(5),
        LeastBetweenRefreshes = TimeSpan.FromMinutes(1);
    private readonly SemaphoreSlim _asking = new(1, 1);
    private OpenIdConnectConfiguration? _document;
    private OidcException? _problem;
    private long _asked,
        _until;

    /// <exception cref="OidcException">The provider cannot be reached, or does not answer as one.</exception>
    public async Task<OpenIdConnectConfiguration> GetConfigurationAsync(CancellationToken cancel)
    {
        await _asking.WaitAsync(cancel);
        try
        {
            if (clock.Now() >= _until)
                await AskAsync(cancel);
        }
        finally
        {
            _asking.Release();
        }
        return _document ?? throw _problem!;
    }

    /// <summary>For the token handler, which requests a refresh and calls again when a token names an unknown key.</summary>
    /// <exception cref="OidcException">As in <see cref="GetConfigurationAsync"/>.</exception>
    public override async Task<BaseConfiguration> GetBaseConfigurationAsync(CancellationToken cancel) =>
        await GetConfigurationAsync(cancel);

    /// <summary>A token named a key that is not known: the provider may have a new one.</summary>
    public override void RequestRefresh()
    {
        if (clock.Now() - _asked > (long)LeastBetweenRefreshes.TotalMilliseconds)
            _until = 0;
    }

    public void Dispose() => _asking.Dispose();

    private async Task AskAsync(CancellationToken ct)
    {
        _asked = clock.Now();
        try
        {
            _document = Usable(await OpenIdConnectConfigurationRetriever.GetAsync(settings.Discovery.ToString(), documents, ct));
            (_problem, _until) = (null, _asked + (long)Life.TotalMilliseconds);
        }
        catch (OidcException failed)
        {
            Fail(failed);
        }
        catch (Exception odd) when (odd is ArgumentException or JsonException or FormatException or InvalidOperationException)
        {
            // The library has no exception of its own for a document or a key that it cannot read.
            Fail(Unusable($"or its keys cannot be read: {odd.Message}"));
        }
    }

    private void Fail(OidcException failed) =>
        (_document, _problem, _until) = (null, failed, clock.Now() + (long)RetryAfter.TotalMilliseconds);

    private OpenIdConnectConfiguration Usable(OpenIdConnectConfiguration document)
    {
        if (document.Issuer != settings.Issuer)
            throw Unusable($"says issuer '{document.Issuer}', not '{settings.Issuer}' (--oidc-issuer)");
        foreach (
            var (name, address, needed) in ((string, string?, bool)[])
                [
                    ("authorization_endpoint", document.AuthorizationEndpoint, true),
                    ("token_endpoint", document.TokenEndpoint, true),
                    ("jwks_uri", document.JwksUri, true),
                    ("userinfo_endpoint", document.UserInfoEndpoint, false),
                    ("end_session_endpoint", document.EndSessionEndpoint, false),
                ]
        )
        {
            if (needed && string.IsNullOrEmpty(address))
                throw Unusable($"lacks {name}");
            if (!string.IsNullOrEmpty(address) && !OidcSettings.MaySpeakTo(address))
                throw Unusable($"has a {name} '{address}' that is not https");
        }
        return document;
    }

    private static OidcException Unusable(string what) => new(OidcFault.Unreachable, $"its discovery document {what}");
}
