using System.Net.Http.Headers;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using System.Text.Json;
using IwTune.Server.Hosting;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>What this server itself asks of the provider. No answer is trusted longer or larger than it must be.</summary>
internal sealed class ProviderLink : IDisposable
{
    private const int LargestAnswer = 1024 * 1024;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10), DocumentLife = TimeSpan.FromHours(1), RetryAfter = TimeSpan.FromSeconds(5);
    private readonly SemaphoreSlim _asking = new(1, 1);
    private readonly OidcSettings _settings;
    private readonly TimeProvider _clock;
    private readonly HttpClient _http;
    private (ProviderDocument? Document, OidcException? Problem, long Until) _known;
    private (IReadOnlyList<ProviderKey> Keys, long Since) _keys = ([], 0);

    public ProviderLink(OidcSettings settings, TimeProvider clock)
    {
        (_settings, _clock) = (settings, clock);
        var handler = new SocketsHttpHandler { AllowAutoRedirect = false, UseCookies = false, PooledConnectionLifetime = TimeSpan.FromMinutes(10), ConnectTimeout = Patience };
        if (settings.CaFile is { } file)
        {
            var chain = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
            chain.CustomTrustStore.ImportFromPemFile(file);
            handler.SslOptions.CertificateChainPolicy = chain;
        }
        _http = new(handler) { Timeout = Patience, MaxResponseContentBufferSize = LargestAnswer };
    }

    public HttpClient Http => _http;

    /// <summary>The provider's document, asked for once an hour; a failure is remembered for seconds, so that a dead provider is not asked by every page.</summary>
    /// <exception cref="OidcException">The provider cannot be reached, or does not answer as one.</exception>
    public async Task<ProviderDocument> DocumentAsync(CancellationToken ct)
    {
        await _asking.WaitAsync(ct);
        try
        {
            if (_clock.Now() >= _known.Until)
                _known = await AskDocumentAsync(ct);
        }
        finally
        {
            _asking.Release();
        }
        return _known.Document ?? throw _known.Problem!;
    }

    /// <summary>The key a token names; asked for again when it is a new one, at most once a minute.</summary>
    /// <exception cref="OidcException">The provider cannot be reached.</exception>
    public async Task<IReadOnlyList<ProviderKey>> KeysAsync(string? keyId, CancellationToken ct)
    {
        var document = await DocumentAsync(ct);
        await _asking.WaitAsync(ct);
        try
        {
            var known = _keys.Keys.Any(key => keyId is null || key.Id == keyId);
            var age = _clock.Now() - _keys.Since;
            if (known ? age > DocumentLife.TotalMilliseconds : age > TimeSpan.FromMinutes(1).TotalMilliseconds)
                _keys = (ProviderKey.ReadSet(await JsonAsync(new(HttpMethod.Get, document.Keys), ct)), _clock.Now());
            return _keys.Keys;
        }
        finally
        {
            _asking.Release();
        }
    }

    /// <summary>The token endpoint (RFC 6749 §3.2), with the client's secret as the provider takes it.</summary>
    /// <returns>Its answer, and whether it grants.</returns>
    /// <exception cref="OidcException">The provider cannot be reached.</exception>
    public async Task<(JsonElement Answer, bool Granted)> TokenAsync(Dictionary<string, string> form, CancellationToken ct)
    {
        var document = await DocumentAsync(ct);
        var request = new HttpRequestMessage(HttpMethod.Post, document.Token);
        var secret = _settings.ReadSecret();
        if (document.BasicOnly)
            request.Headers.Authorization = new("Basic", Convert.ToBase64String(Encoding.UTF8.GetBytes($"{Uri.EscapeDataString(_settings.ClientId)}:{Uri.EscapeDataString(secret)}")));
        else
            (form["client_id"], form["client_secret"]) = (_settings.ClientId, secret);
        request.Content = new FormUrlEncodedContent(form);
        using var answer = await SendAsync(request, ct);
        return (await ReadAsync(answer, ct), answer.IsSuccessStatusCode);
    }

    /// <returns><see langword="null"/> when the provider does not take the token any more.</returns>
    /// <exception cref="OidcException">The provider cannot be reached, or has no such endpoint.</exception>
    public async Task<JsonElement?> UserInfoAsync(string accessToken, CancellationToken ct)
    {
        var document = await DocumentAsync(ct);
        if (document.UserInfo is null)
            return null;
        using var answer = await SendAsync(new(HttpMethod.Get, document.UserInfo) { Headers = { Authorization = new AuthenticationHeaderValue("Bearer", accessToken) } }, ct);
        return answer.IsSuccessStatusCode ? await ReadAsync(answer, ct) : null;
    }

    public void Dispose()
    {
        _http.Dispose();
        _asking.Dispose();
    }

    private async Task<(ProviderDocument?, OidcException?, long)> AskDocumentAsync(CancellationToken ct)
    {
        try
        {
            var document = ProviderDocument.Read(await JsonAsync(new(HttpMethod.Get, _settings.Discovery), ct), _settings.Issuer);
            return (document, null, _clock.Now() + (long)DocumentLife.TotalMilliseconds);
        }
        catch (OidcException failed)
        {
            return (null, failed, _clock.Now() + (long)RetryAfter.TotalMilliseconds);
        }
    }

    private async Task<JsonElement> JsonAsync(HttpRequestMessage request, CancellationToken ct)
    {
        using var answer = await SendAsync(request, ct);
        return answer.IsSuccessStatusCode ? await ReadAsync(answer, ct) : throw new OidcException(OidcFault.Unreachable, $"{request.RequestUri} answered {(int)answer.StatusCode}");
    }

    private async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken ct)
    {
        try
        {
            return await _http.SendAsync(request, ct);
        }
        catch (Exception failed) when (failed is HttpRequestException || (failed is OperationCanceledException && !ct.IsCancellationRequested))
        {
            throw new OidcException(OidcFault.Unreachable, $"{request.RequestUri!.GetLeftPart(UriPartial.Path)} does not answer: {failed.InnerException?.Message ?? failed.Message}", failed);
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
            using var json = JsonDocument.Parse(await answer.Content.ReadAsStringAsync(ct));
            return json.RootElement.Clone();
        }
        catch (JsonException odd)
        {
            throw new OidcException(OidcFault.Unreachable, $"{answer.RequestMessage?.RequestUri?.GetLeftPart(UriPartial.Path)} did not answer with JSON", odd);
        }
    }
}
