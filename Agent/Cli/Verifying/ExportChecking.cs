using System.Security.Cryptography;
using IwTune.Shared.Compliance.Exports;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Cli.Verifying;

/// <summary>Checks exports with the signatures of this system, and reads the key they must be signed with.</summary>
internal static class ExportChecking
{
    private const int FingerprintLength = 64;

#if SIGNATURES_BY_BCRYPT
    public static readonly SignatureCheck Fits = Windows.BcryptSignature.Fits;
#else
    public static readonly SignatureCheck Fits = SigningKeys.Fits;
#endif

    public static ExportCheck Verify(Stream zip, ExportPin? pin) => ExportVerifier.Verify(zip, pin, Fits);

    /// <summary>A fingerprint, or a file that holds one or a public key (PEM).</summary>
    /// <exception cref="UsageException">It is neither.</exception>
    public static ExportPin Pin(string text)
    {
        if (IsFingerprint(text))
            return new(text.ToLowerInvariant());
        string content;
        try
        {
            content = File.ReadAllText(text).Trim();
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw new UsageException(
                $"--key '{text}' is no fingerprint of {FingerprintLength} hexadecimal digits, and no file that can be read: "
                    + $"{unreadable.Message}",
                unreadable
            );
        }
        if (IsFingerprint(content))
            return new(content.ToLowerInvariant());
        if (!PemEncoding.TryFind(content, out var pem) || content[pem.Label] != "PUBLIC KEY")
            throw new UsageException(
                $"--key {text}: the file holds neither a fingerprint of {FingerprintLength} hexadecimal digits nor a public key "
                    + "(-----BEGIN PUBLIC KEY-----)."
            );
        return new(Convert.ToHexString(SHA256.HashData(Convert.FromBase64String(content[pem.Base64Data]))).ToLowerInvariant());
    }

    private static bool IsFingerprint(string text) => text.Length == FingerprintLength && text.All(char.IsAsciiHexDigit);
}
