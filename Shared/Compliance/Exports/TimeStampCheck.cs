using System.Security.Cryptography;
using System.Security.Cryptography.Pkcs;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Shared.Compliance.Exports;

/// <summary>The result of checking a time stamp of a file (RFC 3161).</summary>
/// <param name="At">The authority's time; <see langword="null"/> when the stamp is refused.</param>
/// <param name="Authority">Whose time it is: the subject of the authority's certificate; empty when it is refused.</param>
/// <param name="Problem">Why it is refused, as a part of a sentence; empty when it holds.</param>
public sealed record TimeStampCheck(DateTimeOffset? At, string Authority, string Problem)
{
    /// <summary>id-kp-timeStamping, RFC 3161 §2.3.</summary>
    private const string TimeStamping = "1.3.6.1.5.5.7.3.8";

    /// <summary>
    /// Checks a stamp: it must be of that file, signed by a certificate for time stamps, which an authority issued. Never throws because
    /// of the stamp. Revocation is not asked for.
    /// </summary>
    /// <param name="token">A time-stamp token, DER.</param>
    /// <param name="sha256">Of the file.</param>
    /// <param name="authorities">Trusted certificates; <see langword="null"/> for those of the system.</param>
    public static TimeStampCheck Of(ReadOnlyMemory<byte> token, ReadOnlySpan<byte> sha256, X509Certificate2Collection? authorities)
    {
        try
        {
            if (!Rfc3161TimestampToken.TryDecode(token, out var stamp, out var length) || length != token.Length)
                return Refused("is not a time stamp");
            if (!stamp.TokenInfo.GetMessageHash().Span.SequenceEqual(sha256))
                return Refused("is of another file");
            if (!stamp.VerifySignatureForHash(sha256, HashAlgorithmName.SHA256, out var signer))
                return Refused("has no valid signature");
            using (signer)
                return Distrust(stamp, signer, authorities) is { } problem
                    ? Refused(problem)
                    : new(stamp.TokenInfo.Timestamp, signer.GetNameInfo(X509NameType.SimpleName, forIssuer: false), "");
        }
        catch (CryptographicException unreadable)
        {
            return Refused($"cannot be read: {unreadable.Message.TrimEnd('.')}");
        }
    }

    private static string? Distrust(Rfc3161TimestampToken stamp, X509Certificate2 signer, X509Certificate2Collection? authorities)
    {
        using var chain = new X509Chain();
        var policy = chain.ChainPolicy;
        policy.RevocationMode = X509RevocationMode.NoCheck;
        policy.VerificationTime = stamp.TokenInfo.Timestamp.UtcDateTime;
        policy.ApplicationPolicy.Add(new Oid(TimeStamping));
        policy.ExtraStore.AddRange(stamp.AsSignedCms().Certificates);
        if (authorities is not null)
        {
            policy.TrustMode = X509ChainTrustMode.CustomRootTrust;
            policy.CustomTrustStore.AddRange(authorities);
        }
        if (chain.Build(signer))
            return null;
        var why = string.Join("; ", chain.ChainStatus.Select(one => one.StatusInformation.Trim().TrimEnd('.')));
        return $"is by {signer.Subject}, which is not trusted: {why}";
    }

    private static TimeStampCheck Refused(string problem) => new(null, "", problem);
}
