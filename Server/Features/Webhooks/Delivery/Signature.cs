using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Server.Features.Webhooks.Delivery;

/// <summary>
/// Signs a delivery as Standard Webhooks has it: HMAC-SHA256 over id, time and body, so that neither can be swapped or sent again later.
/// </summary>
internal static class Signature
{
    public const string IdHeader = "webhook-id",
        TimeHeader = "webhook-timestamp",
        SignatureHeader = "webhook-signature";

    /// <returns>One signature a secret, separated by spaces: a receiver takes any that it can check.</returns>
    public static string Of(string id, long unixSeconds, ReadOnlySpan<byte> body, IEnumerable<string> secrets)
    {
        var head = Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{id}.{unixSeconds}."));
        byte[] signed = [.. head, .. body];
        return string.Join(
            ' ',
            secrets.Select(secret => $"v1,{Convert.ToBase64String(HMACSHA256.HashData(WebhookSeal.KeyOf(secret), signed))}")
        );
    }
}
