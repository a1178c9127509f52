using System.Security.Cryptography;
using System.Text.Json;
using Microsoft.AspNetCore.DataProtection;

namespace IwTune.Server.Features.Webhooks;

/// <summary>Secrets that the store must not reveal: a webhook's URL (a chat's URL is its password) and its signing keys.</summary>
/// <param name="Address">The receiver.</param>
/// <param name="Secret">As it was shown.</param>
/// <param name="Former">The previous secret; empty when there is none.</param>
internal sealed record WebhookSecrets(string Address, string Secret, string Former = "");

/// <summary>Seals and opens it with the keys that also seal cookies, which several servers share.</summary>
internal sealed class WebhookSeal(IDataProtectionProvider protection)
{
    /// <summary>Of the cookie keys, for webhooks.</summary>
    public const string Purpose = "IwTune.Server.Features.Webhooks";

    private const string Prefix = "whsec_";
    private const int Bytes = 32;
    private readonly IDataProtector _protector = protection.CreateProtector(Purpose);

    /// <summary>A new secret, in the form of Standard Webhooks.</summary>
    public static string New() => Prefix + Convert.ToBase64String(RandomNumberGenerator.GetBytes(Bytes));

    /// <summary>The bytes that a secret encodes.</summary>
    public static byte[] KeyOf(string secret) => Convert.FromBase64String(secret[Prefix.Length..]);

    public string Close(WebhookSecrets secrets) => _protector.Protect(JsonSerializer.Serialize(secrets));

    /// <returns><see langword="null"/> when the keys it was sealed with are gone: the store was restored without them.</returns>
    public WebhookSecrets? Open(string text)
    {
        try
        {
            return JsonSerializer.Deserialize<WebhookSecrets>(_protector.Unprotect(text));
        }
        catch (Exception foreign) when (foreign is CryptographicException or JsonException)
        {
            return null;
        }
    }
}
