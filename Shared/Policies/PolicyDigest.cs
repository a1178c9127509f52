using System.Security.Cryptography;
using System.Text;

namespace IwTune.Shared.Policies;

/// <summary>The identity of a revision's content: SHA-256 over a canonical text of the policy.</summary>
public static class PolicyDigest
{
    /// <summary>Prefix of every digest this product writes.</summary>
    public const string Algorithm = "sha256:";

    /// <summary><c>sha256:</c> and 64 lower-case hex digits. Comments and layout of the document do not count; everything that changes a host does.</summary>
    public static string Of(Policy policy)
    {
        var text = new StringBuilder("iwtune policy v1\n")
            .Append("name=").Append(policy.Name).Append('\n')
            .Append("mode=").Append(policy.Mode).Append('\n')
            .Append("max=").Append(policy.Limits.Max).Append('\n')
            .Append("step=").Append(policy.Limits.StepFactor).Append('\n')
            .Append("confirm=").Append(policy.Confirm?.Ticks).Append('\n');
        foreach (var rule in policy.Scopes)
            text.Append("scope=").Append(rule.Scope).Append(' ').Append(rule.Window).Append('\n');
        return OfText(text.ToString());
    }

    internal static string OfText(string text) =>
        Algorithm + Hex(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

#if NET9_0_OR_GREATER
    private static string Hex(byte[] bytes) => Convert.ToHexStringLower(bytes);
#else
    private static string Hex(byte[] bytes) => Convert.ToHexString(bytes).ToLowerInvariant();
#endif
}
