using System.Text.Json;
using IwTune.Server.Hosting;
using IwTune.Shared.Wire;
using Microsoft.IdentityModel.Protocols;
using Microsoft.IdentityModel.Protocols.OpenIdConnect;
using Microsoft.IdentityModel.Tokens;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>
/// The provider's discovery document and signing keys: fetched once an hour, and again for an unknown key. A failure is remembered for
/// seconds, so that not every page calls a dead provider.
/// </summary>
internal sealed partial class ProviderConfiguration(
    OidcSettings settings,
    IDocumentRetriever documents,
    TimeProvider clock,
    ILogger<ProviderConfiguration> log
) : BaseConfigurationManager, IConfigurationManager<OpenIdConnectConfiguration>
{
    private static readonly TimeSpan Life = TimeSpan.FromHours(1),
        RetryAfter = TimeSpan.FromSeconds(5),
        LeastBetweenRefreshes = TimeSpan.FromMinutes(1),
        PagePatience = TimeSpan.FromSeconds(1);
    private readonly Lock _gate = new();
    private volatile Answer? _last;
    private Task _asking = Task.CompletedTask;
    private long _asked,
        _until;

    /// <param name="Document">The document; <see langword="null"/> when there is none.</param>
    /// <param name="Problem">Why there is none.</param>
    public sealed record Answer(OpenIdConnectConfiguration? Document, OidcException? Problem);

    /// <exception cref="OidcException">The provider cannot be reached, or does not answer as one.</exception>
    public async Task<OpenIdConnectConfiguration> GetConfigurationAsync(CancellationToken cancel)
    {
        await Asked().WaitAsync(cancel);
        var last = _last!;
        return last.Document ?? throw last.Problem!;
    }

    /// <summary>What is known within a second: no page waits for a provider that hangs, which is asked meanwhile.</summary>
    /// <returns>The last answer; <see langword="null"/> when there is none yet.</returns>
    public async Task<Answer?> SoonAsync(CancellationToken cancel)
    {
        try
        {
            await Asked().WaitAsync(PagePatience, clock, cancel);
        }
        catch (TimeoutException)
        {
            // The next page has the answer.
        }
        return _last;
    }

    /// <summary>For the token handler, which requests a refresh and calls again when a token names an unknown key.</summary>
    /// <exception cref="OidcException">As in <see cref="GetConfigurationAsync"/>.</exception>
    public override async Task<BaseConfiguration> GetBaseConfigurationAsync(CancellationToken cancel) =>
        await GetConfigurationAsync(cancel);

    /// <summary>A token named a key that is not known: the provider may have a new one.</summary>
    public override void RequestRefresh()
    {
        lock (_gate)
        {
            if (clock.Now() - _asked > (long)LeastBetweenRefreshes.TotalMilliseconds)
                _until = 0;
        }
    }

    /// <summary>One request for all that wait; it goes on without a caller that does not.</summary>
    private Task Asked()
    {
        lock (_gate)
        {
            if (clock.Now() >= _until && _asking.IsCompleted)
            {
                _asked = clock.Now();
                _asking = Task.Run(AskAsync);
            }
            return clock.Now() >= _until ? _asking : Task.CompletedTask;
        }
    }

    private async Task AskAsync()
    {
        try
        {
            var document = await OpenIdConnectConfigurationRetriever.GetAsync(
                settings.Discovery.ToString(),
                documents,
                CancellationToken.None
            );
            Keep(new(Usable(document), null), Life);
        }
        catch (OidcException failed)
        {
            Keep(new(null, failed), RetryAfter);
        }
        catch (Exception odd) when (odd is ArgumentException or JsonException or FormatException or InvalidOperationException)
        {
            // The library has no exception of its own for a document or a key that it cannot read.
            Keep(new(null, Unusable($"or its keys cannot be read: {odd.Message}")), RetryAfter);
        }
    }

    private void Keep(Answer answer, TimeSpan life)
    {
        // What is wrong for hours is said once.
        if (answer.Problem is { } problem && problem.Message != _last?.Problem?.Message)
            NotReached(settings.Name, ShownText.OneLine(problem.Message));
        lock (_gate)
            (_last, _until) = (answer, clock.Now() + (long)life.TotalMilliseconds);
    }

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

    [LoggerMessage(Level = LogLevel.Warning, Message = "{Name} cannot be reached, and sign-ins there fail: {Reason}")]
    private partial void NotReached(string name, string reason);
}
