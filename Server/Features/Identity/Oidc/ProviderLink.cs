using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using IwTune.Server.Hosting.Certificates;
using IwTune.Shared.Wire;
using Microsoft.IdentityModel.Protocols;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>This server's own calls to the provider. Answers are limited in time and size.</summary>
internal sealed class ProviderLink : IDocumentRetriever, IDisposable
{
    private const int LargestAnswer = 1024 * 1024,
        LongestError = 80;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);
    private readonly OidcSettings _settings;
    private readonly HttpClient _http;

    public ProviderLink(OidcSettings settings, TimeProvider clock, ILogger<ProviderConfiguration> log)
    {
        _settings = settings;
        Configuration = new(settings, this, clock, log);
        var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            PooledConnectionLifetime = TimeSpan.FromMinutes(10),
            ConnectTimeout = Patience,
        };
        if (settings.CaFile is { } file)
        {
            handler.SslOptions.CertificateChainPolicy = TrustedRoots.Of(file);
        }
        _http = new(new GuardedNetwork(handler)) { Timeout = Patience, MaxResponseContentBufferSize = LargestAnswer };
    }

    public HttpClient Http => _http;

    /// <summary>The provider's discovery document and signing keys.</summary>
    public ProviderConfiguration Configuration { get; }

    /// <summary>For the library that reads the document and the keys.</summary>
    /// <exception cref="OidcException">The provider cannot be reached, or does not answer with JSON.</exception>
    public async Task<string> GetDocumentAsync(string address, CancellationToken cancel)
    {
        if (!OidcSettings.MaySpeakTo(address))
            throw new OidcException(OidcFault.Unreachable, $"'{address}' is not https");
        return (await JsonAsync(new(HttpMethod.Get, address), cancel)).GetRawText();
    }

    /// <summary>The token endpoint (RFC 6749 §3.2), with the client's secret in the form that the provider accepts.</summary>
    /// <returns>Its answer, and whether it grants.</returns>
    /// <exception cref="OidcException">The provider cannot be reached or does not work, or does not accept this server.</exception>
    public async Task<(JsonElement Answer, bool Granted)> TokenAsync(Dictionary<string, string> form, CancellationToken ct)
    {
        var document = await Configuration.GetConfigurationAsync(ct);
        var request = new HttpRequestMessage(HttpMethod.Post, document.TokenEndpoint);
        var secret = _settings.ReadSecret();
        // Where the list is missing it means client_secret_basic (OpenID Connect Discovery §3).
        if (!document.TokenEndpointAuthMethodsSupported.Contains("client_secret_post"))
            request.Headers.Authorization = new(
                "Basic",
                Convert.ToBase64String(Encoding.UTF8.GetBytes($"{Uri.EscapeDataString(_settings.ClientId)}:{Uri.EscapeDataString(secret)}"))
            );
        else
            (form["client_id"], form["client_secret"]) = (_settings.ClientId, secret);
        request.Content = new FormUrlEncodedContent(form);
        using var answer = await SendAsync(request, ct);
        if (answer.IsSuccessStatusCode)
            return (await ReadAsync(answer, ct), true);
        var denial = await DenialAsync(answer, ct);
        var error = Claims.Text(denial, "error");
        return TokenDenial.Of(answer.StatusCode, error) is { } fault
            ? throw new OidcException(fault, Answered(answer, error))
            : (denial, false);
    }

    /// <returns><see langword="null"/> when the provider no longer accepts the token, or has no such endpoint.</returns>
    /// <exception cref="OidcException">The provider cannot be reached, or does not work.</exception>
    public async Task<JsonElement?> UserInfoAsync(string accessToken, CancellationToken ct)
    {
        var endpoint = (await Configuration.GetConfigurationAsync(ct)).UserInfoEndpoint;
        if (string.IsNullOrEmpty(endpoint))
            return null;
        using var answer = await SendAsync(
            new(HttpMethod.Get, endpoint) { Headers = { Authorization = new AuthenticationHeaderValue("Bearer", accessToken) } },
            ct
        );
        if (answer.IsSuccessStatusCode)
            return await ReadAsync(answer, ct);
        // RFC 6750 §3.1; any other answer says nothing about the person.
        return answer.StatusCode is HttpStatusCode.BadRequest or HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden
            ? null
            : throw new OidcException(OidcFault.Unreachable, Answered(answer));
    }

    public void Dispose() => _http.Dispose();

    private async Task<JsonElement> JsonAsync(HttpRequestMessage request, CancellationToken ct)
    {
        using var answer = await SendAsync(request, ct);
        return answer.IsSuccessStatusCode ? await ReadAsync(answer, ct) : throw new OidcException(OidcFault.Unreachable, Answered(answer));
    }

    private static string Answered(HttpResponseMessage answer, string? error = null) =>
        $"{answer.RequestMessage?.RequestUri?.GetLeftPart(UriPartial.Path)} answered {(int)answer.StatusCode}"
        + (error is null ? "" : $" ({error[..Math.Min(error.Length, LongestError)]})");

    /// <summary>An error of the token endpoint; an empty object where the body is none, as from a proxy.</summary>
    private static async Task<JsonElement> DenialAsync(HttpResponseMessage answer, CancellationToken ct)
    {
        try
        {
            return Claims.Read(await answer.Content.ReadAsByteArrayAsync(ct));
        }
        catch (JsonException)
        {
            return JsonElement.Parse("{}");
        }
    }

    private async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken ct)
    {
        try
        {
            return await _http.SendAsync(request, ct);
        }
        catch (Exception failed)
            when (failed is HttpRequestException || (failed is OperationCanceledException && !ct.IsCancellationRequested))
        {
            throw new OidcException(
                OidcFault.Unreachable,
                $"{request.RequestUri!.GetLeftPart(UriPartial.Path)} does not respond: {failed.InnerException?.Message ?? failed.Message}",
                failed
            );
        }
        finally
        {
            request.Dispose();
        }
    }

    private static async Task<JsonElement> ReadAsync(HttpResponseMessage answer, CancellationToken ct)
    {
        try
        {
            return Claims.Read(await answer.Content.ReadAsByteArrayAsync(ct));
        }
        catch (JsonException odd)
        {
            throw new OidcException(
                OidcFault.Unreachable,
                $"{answer.RequestMessage?.RequestUri?.GetLeftPart(UriPartial.Path)} did not answer with a JSON object",
                odd
            );
        }
    }
}
