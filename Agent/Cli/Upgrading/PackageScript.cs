using System.Security.Cryptography.X509Certificates;
using IwTune.Agent.Control;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Agent.Cli.Upgrading;

/// <summary>A POSIX script that writes a package manager's configuration for the fleet's server.</summary>
/// <param name="identity">The server, and the CAs that it is trusted by.</param>
/// <param name="key">The public key that signs packages and indexes.</param>
/// <param name="suite">Of the apt repository.</param>
internal sealed class PackageScript(Identity identity, ReadOnlyMemory<byte> key, string suite)
{
    private const string Authority = "/etc/iwtune/server-ca.pem",
        AptKey = "/usr/share/keyrings/iwtune.gpg",
        AptSource = "/etc/apt/sources.list.d/iwtune.sources",
        AptTrust = "/etc/apt/apt.conf.d/60iwtune",
        AuthorityDirectory = "/etc/iwtune/server-ca",
        RpmKey = "/etc/pki/rpm-gpg/RPM-GPG-KEY-iwtune",
        DnfSource = "/etc/yum.repos.d/iwtune.repo",
        ZypperSource = "/etc/zypp/repos.d/iwtune.repo";

    private string Address => identity.Server.GetLeftPart(UriPartial.Authority);

    /// <remarks>apt.conf(5), sources.list(5): the trust is for this host alone, other sources keep the system's.</remarks>
    public string ForApt() =>
        Start("apt", Authority, AptKey, AptTrust, AptSource)
        + File(Authority, string.Concat(Authorities))
        + Key(AptKey)
        + File(AptTrust, $"Acquire::https::{identity.Server.Host}::CaInfo \"{Authority}\";\n")
        + File(AptSource, $"Types: deb\nURIs: {Address}{PackagePaths.Root}/deb\nSuites: {suite}\nComponents: main\nSigned-By: {AptKey}\n");

    /// <remarks>dnf.conf(5): packages and index are both checked.</remarks>
    public string ForDnf() =>
        Start("dnf", Authority, RpmKey, DnfSource)
        + File(Authority, string.Concat(Authorities))
        + Key(RpmKey)
        + File(DnfSource, RpmSource("") + $"sslcacert={Authority}\n");

    /// <remarks>
    /// en.opensuse.org/Libzypp/Media/Url/Curl: the address names a directory, in which OpenSSL looks for a CA by the hash of
    /// its name.
    /// </remarks>
    public string ForZypper() =>
        Start("zypper", "-r", AuthorityDirectory, RpmKey, ZypperSource)
        + $"rm -rf {AuthorityDirectory}\n"
        + string.Concat(Authorities.Select((pem, i) => File($"{AuthorityDirectory}/{i + 1}.pem", pem)))
        + $"openssl rehash {AuthorityDirectory}\n"
        + Key(RpmKey)
        + File(ZypperSource, RpmSource($"?ssl_capath={AuthorityDirectory}") + "autorefresh=1\ntype=rpm-md\n");

    private string RpmSource(string query) =>
        $"[iwtune]\nname=IwTune\nbaseurl={Address}{PackagePaths.Root}/rpm{query}\nenabled=1\ngpgcheck=1\nrepo_gpgcheck=1\n"
        + $"gpgkey=file://{RpmKey}\n";

    /// <summary>Encoded again: a PEM file may have any text around its certificates, and this is run by a shell.</summary>
    private IEnumerable<string> Authorities =>
        new[] { identity.Authority }
            .Concat(identity.OtherAuthorities)
            .Select(pem =>
            {
                using var certificate = X509Certificate2.CreateFromPem(pem);
                return $"{certificate.ExportCertificatePem()}\n";
            });

    private string Start(string manager, params string[] files) =>
        $"#!/bin/sh\n# {manager} takes iwtune from {Address}. To undo it:\n#   rm {string.Join(' ', files)}\nset -eu\numask 022\n";

    private static string File(string path, string content) =>
        $"mkdir -p {Path.GetDirectoryName(path)}\ncat > {path} <<'IWTUNE_END'\n{content}IWTUNE_END\n";

    /// <summary>It may be binary.</summary>
    private string Key(string path) =>
        $"mkdir -p {Path.GetDirectoryName(path)}\nbase64 -d > {path} <<'IWTUNE_END'\n"
        + $"{Convert.ToBase64String(key.Span, Base64FormattingOptions.InsertLineBreaks).ReplaceLineEndings("\n")}\nIWTUNE_END\n";
}
