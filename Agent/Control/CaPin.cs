using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Agent.Control;

/// <summary>SHA-256 of a CA's public key info (RFC 7469 §2.4 pins the same bytes), as <c>--ca-pin</c> gives it.</summary>
public readonly record struct CaPin
{
    private const string Prefix = "sha256:";
    private readonly string _hex;

    private CaPin(string hex) => _hex = hex;

    /// <summary>Reads 64 hex digits, with or without <c>sha256:</c>, in either case.</summary>
    public static bool TryParse(string text, out CaPin pin)
    {
        var digits = text.Trim();
        if (digits.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase))
            digits = digits[Prefix.Length..];
        var valid = digits.Length == 64 && digits.All(char.IsAsciiHexDigit);
        pin = valid ? new CaPin(digits.ToLowerInvariant()) : default;
        return valid;
    }

    /// <summary>The pin of a certificate's key.</summary>
    public static CaPin Of(X509Certificate2 certificate) =>
        new(Convert.ToHexString(SHA256.HashData(certificate.PublicKey.ExportSubjectPublicKeyInfo())).ToLowerInvariant());

    /// <inheritdoc/>
    public override string ToString() => Prefix + _hex;
}
