using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting.Windows;

/// <summary><c>--certificate-store</c>: the certificate of <c>LocalMachine\My</c> that browsers are shown, by its thumbprint.</summary>
internal static class StoreCertificate
{
    private const string Option = "--certificate-store";

    /// <summary>A thumbprint as Windows shows it, without its spaces and the invisible mark that its dialog copies along.</summary>
    /// <returns>40 upper-case digits; <see langword="null"/> when it is none.</returns>
    public static string? Thumbprint(string given)
    {
        var digits = new string([.. given.Where(sign => sign is not (' ' or ':' or '\u200E'))]).ToUpperInvariant();
        return digits.Length == 2 * SHA1.HashSizeInBytes && digits.All(char.IsAsciiHexDigitUpper) ? digits : null;
    }

    /// <summary>What is wrong with the option itself; <see langword="null"/> when the store can be asked.</summary>
    public static string? Problem(string given, bool windows) =>
        !windows ? $"{Option}: exists on Windows only; here the server shows the certificate of its own CA, or a proxy shows another"
        : Thumbprint(given) is null
            ? $"{Option}: '{given}' is not a thumbprint: 40 hexadecimal digits, as Get-ChildItem Cert:\\LocalMachine\\My lists"
        : null;

    /// <summary>The certificate with its key.</summary>
    /// <param name="given">The thumbprint.</param>
    /// <param name="enrolment">The name that hosts use: they trust only the server's own CA.</param>
    /// <param name="clock">Judges whether it is valid.</param>
    /// <exception cref="StorageUnusableException">There is none, or it is not fit; every reason is named.</exception>
    public static X509Certificate2 Load(string given, string enrolment, TimeProvider clock)
    {
        var thumbprint = Thumbprint(given)!;
        var found = Find(thumbprint);
        var problems = found is null
            ? [$"LocalMachine\\My has no certificate {thumbprint}. To list what it has: Get-ChildItem Cert:\\LocalMachine\\My"]
            : CertificateFitness.Problems(found, enrolment, clock.GetUtcNow());
        return problems.Count == 0
            ? found!
            : throw new StorageUnusableException(string.Join("\n", problems.Select(problem => $"{Option}: {problem}")));
    }

    private static X509Certificate2? Find(string thumbprint)
    {
        using var store = new X509Store(StoreName.My, StoreLocation.LocalMachine);
        try
        {
            store.Open(OpenFlags.ReadOnly | OpenFlags.OpenExistingOnly);
            return store.Certificates.Find(X509FindType.FindByThumbprint, thumbprint, validOnly: false).FirstOrDefault();
        }
        catch (CryptographicException closed)
        {
            throw new StorageUnusableException(
                $"{Option}: LocalMachine\\My cannot be read: {closed.Message.TrimEnd('.')}. The server's account needs access to it.",
                closed
            );
        }
    }
}
