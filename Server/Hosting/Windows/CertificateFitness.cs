using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Server.Hosting.Windows;

/// <summary>Whether another CA's certificate can be shown to browsers.</summary>
internal static class CertificateFitness
{
    // RFC 5280 §4.2.1.12: id-kp-serverAuth and anyExtendedKeyUsage. Without the extension a certificate is for everything.
    private const string ServerAuthentication = "1.3.6.1.5.5.7.3.1",
        AnyUse = "2.5.29.37.0";

    /// <summary>Every reason why not, as sentences; empty when it can.</summary>
    /// <param name="certificate">With its private key, if it has one.</param>
    /// <param name="enrolment">The name that hosts use.</param>
    /// <param name="now">When it is to be shown.</param>
    public static IReadOnlyList<string> Problems(X509Certificate2 certificate, string enrolment, DateTimeOffset now)
    {
        var problems = new List<string>();
        var (from, until) = (certificate.NotBefore.ToUniversalTime(), certificate.NotAfter.ToUniversalTime());
        var name = $"the certificate {certificate.Subject}";
        if (!certificate.HasPrivateKey)
            problems.Add($"{name} has no private key on this machine: import it with its key (a .pfx file)");
        else if (!KeyOpens(certificate))
            problems.Add($"the private key of {name} cannot be used by this account: give the server's account the right to read it");
        if (until <= now.UtcDateTime)
            problems.Add($"{name} expired at {until:u}: name its successor");
        if (from > now.UtcDateTime)
            problems.Add($"{name} is not valid before {from:u}");
        var uses = certificate
            .Extensions.OfType<X509EnhancedKeyUsageExtension>()
            .SelectMany(use => use.EnhancedKeyUsages.Cast<Oid>())
            .ToList();
        if (uses.Count > 0 && !uses.Any(use => use.Value is ServerAuthentication or AnyUse))
            problems.Add(
                $"{name} is not for server authentication, but for {string.Join(", ", uses.Select(use => use.FriendlyName ?? use.Value))}"
            );
        if (!certificate.Extensions.OfType<X509SubjectAlternativeNameExtension>().SelectMany(one => one.EnumerateDnsNames()).Any())
            problems.Add($"{name} has no DNS name among its subject alternative names, so no browser asks for it");
        if (Covers(certificate, enrolment))
            problems.Add(
                $"{name} is for {enrolment}, the name that hosts use, and hosts trust only the server's own CA. Give hosts another name as "
                    + "the first --name"
            );
        return problems;
    }

    /// <summary>Whether a client that asks for this name is shown the certificate.</summary>
    public static bool Covers(X509Certificate2 certificate, string name) =>
        Uri.CheckHostName(name) != UriHostNameType.Unknown
        && certificate.MatchesHostname(name, allowWildcards: true, allowCommonName: false);

    private static bool KeyOpens(X509Certificate2 certificate)
    {
        try
        {
            using AsymmetricAlgorithm? key = certificate.GetECDsaPrivateKey() ?? (AsymmetricAlgorithm?)certificate.GetRSAPrivateKey();
            return key is not null;
        }
        catch (CryptographicException)
        {
            return false;
        }
    }
}
