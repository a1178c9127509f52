using System.Globalization;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Shared.Wire.Signing;

/// <summary>
/// A text that two different inputs cannot share, for digests: each field carries its length, so that no value can pose as
/// the end of its own field, and an absent field differs from an empty one.
/// </summary>
internal sealed class CanonicalText
{
    private readonly StringBuilder text = new();

    internal CanonicalText(string kind) => Field("kind", kind);

    internal CanonicalText Field(string name, string? value)
    {
        text.Append(name);
        if (value is null)
            text.Append("-\n");
        else
            text.Append(CultureInfo.InvariantCulture, $":{value.Length}:{value}\n");
        return this;
    }

    internal CanonicalText Field(string name, long? value) => Field(name, value?.ToString(CultureInfo.InvariantCulture));

    /// <summary><c>sha256:</c> and 64 lower-case hex digits.</summary>
    internal string Digest() => "sha256:" + Hex(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())));

#if NET9_0_OR_GREATER
    internal static string Hex(byte[] bytes) => Convert.ToHexStringLower(bytes);
#else
    internal static string Hex(byte[] bytes) => Convert.ToHexString(bytes).ToLowerInvariant();
#endif
}
