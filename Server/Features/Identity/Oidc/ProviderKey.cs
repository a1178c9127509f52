using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text.Json;

namespace IwTune.Server.Features.Identity.Oidc;

/// <summary>A public key the provider signs with (RFC 7517): RSA, or elliptic on P-256, P-384 or P-521. Others are passed over.</summary>
internal sealed record ProviderKey(string? Id, RSAParameters? Rsa, ECParameters? Curve)
{
    private const int LeastRsaBytes = 256;

    public static IReadOnlyList<ProviderKey> ReadSet(JsonElement set) =>
        set.ValueKind == JsonValueKind.Object && set.TryGetProperty("keys", out var keys) && keys.ValueKind == JsonValueKind.Array
            ? [.. keys.EnumerateArray().Select(Read).OfType<ProviderKey>()]
            : [];

    /// <summary>Whether this key made that signature. Symmetric ones and <c>none</c> never count (RFC 8725 §3.1).</summary>
    public bool Signed(string algorithm, ReadOnlySpan<byte> data, ReadOnlySpan<byte> signature)
    {
        if (algorithm.Length != 5 || HashOf(algorithm[2..]) is not { } hash)
            return false;
        try
        {
            if (Rsa is { } rsa && algorithm[..2] is "RS" or "PS")
            {
                using var key = RSA.Create(rsa);
                return key.VerifyData(data, signature, hash, algorithm[0] == 'R' ? RSASignaturePadding.Pkcs1 : RSASignaturePadding.Pss);
            }
            if (Curve is { } curve && algorithm[..2] is "ES")
            {
                using var key = ECDsa.Create(curve);
                return key.VerifyData(data, signature, hash, DSASignatureFormat.IeeeP1363FixedFieldConcatenation);
            }
            return false;
        }
        catch (CryptographicException)
        {
            return false;
        }
    }

    private static ProviderKey? Read(JsonElement key)
    {
        if (key.ValueKind != JsonValueKind.Object || (Text(key, "use") is { } use && use != "sig"))
            return null;
        return (Text(key, "kty"), Bytes(key, "n"), Bytes(key, "e"), Bytes(key, "x"), Bytes(key, "y")) switch
        {
            ("RSA", { Length: >= LeastRsaBytes } n, { } e, _, _) => new(Text(key, "kid"), new RSAParameters { Modulus = n, Exponent = e }, null),
            ("EC", _, _, { } x, { } y) when CurveOf(Text(key, "crv")) is { } curve => new(Text(key, "kid"), null, new ECParameters { Curve = curve, Q = new() { X = x, Y = y } }),
            _ => null,
        };
    }

    private static HashAlgorithmName? HashOf(string bits) => bits switch
    {
        "256" => HashAlgorithmName.SHA256,
        "384" => HashAlgorithmName.SHA384,
        "512" => HashAlgorithmName.SHA512,
        _ => null,
    };

    private static ECCurve? CurveOf(string? name) => name switch
    {
        "P-256" => ECCurve.NamedCurves.nistP256,
        "P-384" => ECCurve.NamedCurves.nistP384,
        "P-521" => ECCurve.NamedCurves.nistP521,
        _ => null,
    };

    private static string? Text(JsonElement key, string name) => key.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    private static byte[]? Bytes(JsonElement key, string name)
    {
        if (Text(key, name) is not { } text || !Base64Url.IsValid(text))
            return null;
        return Base64Url.DecodeFromChars(text);
    }
}
