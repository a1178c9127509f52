using System.Security.Cryptography;
using System.Text;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Keys;

/// <summary>
/// Closes keys before they go into a shared store, so that a copy of the database alone is no copy of them (AES-256-GCM, NIST SP 800-38D).
/// </summary>
internal sealed class KeySeal
{
    private const int LeastBytes = 32,
        MostBytes = 4096,
        NonceBytes = 12,
        TagBytes = 16;

    /// <summary>What to do about a key that another file closed, as a sentence.</summary>
    public const string WayOut = "If that file was replaced, name it with --former-key-file.";

    private static readonly byte[] Purpose = "iwtune-server keys"u8.ToArray();
    private readonly byte[] _key;
    private readonly byte[]? _former;

    private KeySeal(byte[] key, byte[]? former) => (_key, _former) = (key, former);

    /// <summary>
    /// Reads <c>--key-file</c>: any file of 32 to 4,096 unguessable bytes, the same on every server. What the file of
    /// <c>--former-key-file</c> closed is opened, and closed with the other one.
    /// </summary>
    /// <exception cref="StorageUnusableException">There is no such file, or it is too short to be a secret.</exception>
    public static KeySeal? Read(string? file, string? former = null) =>
        file is not null ? new(KeyOf(file, "--key-file"), former is null ? null : KeyOf(former, "--former-key-file"))
        : former is null ? null
        : throw new StorageUnusableException(
            "--former-key-file needs --key-file, the file that encrypts the keys from now on. To go on with the former file, name it with "
                + "--key-file."
        );

    private static byte[] KeyOf(string file, string option)
    {
        byte[] secret;
        try
        {
            secret = File.ReadAllBytes(file);
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException($"{option}: {file} cannot be read: {denied.Message}", denied);
        }
        if (secret.Length is < LeastBytes or > MostBytes)
            throw new StorageUnusableException(
                $"{option}: {file} has {secret.Length} bytes; it needs {LeastBytes} to {MostBytes}, random: head -c 32 /dev/urandom > "
                    + $"{file}"
            );
        return HKDF.DeriveKey(HashAlgorithmName.SHA256, secret, 32, info: Purpose);
    }

    /// <param name="name">Bound to it: one key cannot be put in another's place.</param>
    /// <param name="text">The key.</param>
    public string Close(string name, string text)
    {
        var plain = Encoding.UTF8.GetBytes(text);
        var sealedText = new byte[NonceBytes + plain.Length + TagBytes];
        RandomNumberGenerator.Fill(sealedText.AsSpan(0, NonceBytes));
        using var aes = new AesGcm(_key, TagBytes);
        aes.Encrypt(
            sealedText.AsSpan(0, NonceBytes),
            plain,
            sealedText.AsSpan(NonceBytes, plain.Length),
            sealedText.AsSpan(NonceBytes + plain.Length),
            Encoding.UTF8.GetBytes(name)
        );
        return Convert.ToBase64String(sealedText);
    }

    /// <returns><see langword="null"/> when it was closed with another key, or was changed since.</returns>
    public string? Open(string name, string text) => Open(_key, name, text) ?? (_former is null ? null : Open(_former, name, text));

    /// <summary>Whether it was closed with the former file, so that it must be closed again.</summary>
    public bool IsFormer(string name, string text) => _former is not null && Open(_key, name, text) is null;

    private static string? Open(byte[] key, string name, string text)
    {
        try
        {
            var sealedText = Convert.FromBase64String(text);
            var plain = new byte[sealedText.Length - NonceBytes - TagBytes];
            using var aes = new AesGcm(key, TagBytes);
            aes.Decrypt(
                sealedText.AsSpan(0, NonceBytes),
                sealedText.AsSpan(NonceBytes, plain.Length),
                sealedText.AsSpan(NonceBytes + plain.Length),
                plain,
                Encoding.UTF8.GetBytes(name)
            );
            return Encoding.UTF8.GetString(plain);
        }
        catch (Exception other) when (other is CryptographicException or FormatException or OverflowException)
        {
            return null;
        }
    }
}
