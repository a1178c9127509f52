using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace IwTune.Agent.Control;

/// <summary>
/// The root that a server's certificate must come from, or one of the roots while the CA is being rotated. The machine's own roots do not
/// count here.
/// </summary>
public sealed class PinnedAuthority : IDisposable
{
    private readonly IReadOnlyList<X509Certificate2> _roots;

    private PinnedAuthority(IReadOnlyList<X509Certificate2> roots) => _roots = roots;

    /// <summary>The CAs that an identity trusts.</summary>
    /// <exception cref="InvalidDataException">The stored CA is not the pinned one: the identity file was changed.</exception>
    public static PinnedAuthority Of(Identity identity)
    {
        if (!CaPin.TryParse(identity.Pin, out var pin))
            throw new InvalidDataException($"The identity's pin '{identity.Pin}' is not one. Enrol again.");
        var (authority, problem) = Read(identity.Authority, pin);
        return authority?.With(identity.OtherAuthorities) ?? throw new InvalidDataException(problem);
    }

    /// <summary>Reads a CA certificate and compares it with the pin.</summary>
    /// <returns>The authority, or a sentence that says what is wrong.</returns>
    public static (PinnedAuthority? Authority, string Problem) Read(string pem, CaPin pin)
    {
        X509Certificate2 offered;
        try
        {
            offered = X509Certificate2.CreateFromPem(pem);
        }
        catch (CryptographicException)
        {
            return (null, "The server's answer is not a PEM certificate. Is this the address of an iwtune-server?");
        }
        var found = CaPin.Of(offered);
        if (found == pin)
            return (new PinnedAuthority([offered]), "");
        offered.Dispose();
        return (
            null,
            $"The server's CA is not the pinned one: expected {pin}, found {found}. "
                + "Either the pin was copied from another server, or the connection is intercepted. Nothing was sent. 'iwtune-server token "
                + "create' prints the right pin."
        );
    }

    /// <summary>Trusts these CA certificates beside the pinned one.</summary>
    /// <param name="pems">Announced in a bundle that this host accepted.</param>
    /// <exception cref="CryptographicException">One of them cannot be read.</exception>
    public PinnedAuthority With(IReadOnlyList<string> pems) => new([.. _roots, .. pems.Select(pem => X509Certificate2.CreateFromPem(pem))]);

    /// <summary>For SslStream: the verdict on the certificate a server showed.</summary>
    /// <exception cref="ClockDisagreesException">It is the right one, and not valid now.</exception>
    public bool Accepts(object sender, X509Certificate? certificate, X509Chain? offered, SslPolicyErrors errors)
    {
        const SslPolicyErrors fatal = SslPolicyErrors.RemoteCertificateNameMismatch | SslPolicyErrors.RemoteCertificateNotAvailable;
        if (certificate is not X509Certificate2 leaf || (errors & fatal) != SslPolicyErrors.None)
            return false;
        using var chain = new X509Chain { ChainPolicy = Policy(offered) };
        var built = chain.Build(leaf);
        if (!built && chain.ChainStatus.All(status => status.Status == X509ChainStatusFlags.NotTimeValid) && EndsAtRoot(chain))
            throw new ClockDisagreesException(OutOfTime(chain), chain.ChainPolicy.VerificationTime);
        // Build alone is not enough: it has been seen to return true for a leaf of another CA with the same name.
        return built && chain.ChainStatus.Length == 0 && EndsAtRoot(chain);
    }

    private bool EndsAtRoot(X509Chain chain) =>
        _roots.Any(root => chain.ChainElements[^1].Certificate.RawDataMemory.Span.SequenceEqual(root.RawDataMemory.Span));

    private static X509Certificate2 OutOfTime(X509Chain chain) =>
        chain
            .ChainElements.First(element => element.ChainElementStatus.Any(status => status.Status == X509ChainStatusFlags.NotTimeValid))
            .Certificate;

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var root in _roots)
            root.Dispose();
    }

    private X509ChainPolicy Policy(X509Chain? offered)
    {
        var policy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust, RevocationMode = X509RevocationMode.NoCheck };
        policy.CustomTrustStore.AddRange(_roots.ToArray());
        policy.ApplicationPolicy.Add(new Oid("1.3.6.1.5.5.7.3.1")); // serverAuth, RFC 5280 §4.2.1.12
        foreach (var element in offered?.ChainElements.Skip(1) ?? [])
            policy.ExtraStore.Add(element.Certificate);
        return policy;
    }
}
