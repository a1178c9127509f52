using IwTune.EndToEnd.Console;
using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Fleet;

/// <summary>
/// Packages that the server serves, as the real apt, dnf and zypper take them: with the configuration that <c>iwtune package-source</c>
/// prints on an enrolled host, in mounts of the test's own. A key of the test's own signs them.
/// </summary>
public sealed class PackageRepositoryTests : IDisposable
{
    private const string Version = "9.8.7";

    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-repository-").FullName;

    [Fact]
    public async Task Apt_dnf_and_zypper_take_the_newer_agent_from_the_server_and_refuse_it_when_its_signature_is_gone()
    {
        Privileged.Require();
        Shell(Making);
        await using var server = await ConsoleServer.StartAsync("--packages", Path.Combine(folder, "packages"));
        var state = Path.Combine(folder, "state");
        string[] enrolling = ["enroll", server.Url, "--token", server.Token(), "--ca-pin", server.CaPin, "--state", state];
        var enrolled = Commands.TryRun(Binaries.Agent, enrolling);
        Assert.True(enrolled.ExitCode == 0, enrolled.Error);

        var apt = Script("apt");
        Assert.Contains("apt takes iwtune from", apt, StringComparison.Ordinal);
        var taken = InMounts($"{apt}\napt-get -q update\ncd /tmp\napt-get -q download iwtune\ndpkg-deb --field iwtune_*.deb Version");
        Assert.Equal(Version, taken.Output.TrimEnd().Split('\n')[^1]);

        var dnf = Script("dnf");
        const string download = "dnf -q -y --installroot=/tmp/root --releasever=1 --downloadonly --destdir=/tmp install iwtune";
        taken = InMounts($"{dnf}\n{download}\nls /tmp/*.rpm");
        Assert.EndsWith($"iwtune-{Version}-1.noarch.rpm", taken.Output.TrimEnd(), StringComparison.Ordinal);

        var zypper = Script("zypper");
        const string root = "zypper -q --root /tmp/root --reposd-dir /etc/zypp/repos.d",
            zypp = $"{root} --gpg-auto-import-keys -n install --download-only iwtune";
        taken = InMounts($"{zypper}\n{zypp}\nfind /tmp/root -name '*.rpm'");
        Assert.EndsWith($"iwtune-{Version}-1.noarch.rpm", taken.Output.TrimEnd(), StringComparison.Ordinal);

        foreach (var signature in (string[])["deb/dists/stable/InRelease", "deb/dists/stable/Release.gpg", "rpm/repodata/repomd.xml.asc"])
            File.Delete(Path.Combine(folder, "packages", signature));
        Assert.Contains("is not signed", InMounts($"{apt}\napt-get -q update 2>&1 || true").Output, StringComparison.Ordinal);
        Assert.EndsWith("Unable to find a match: iwtune\n", InMounts($"{dnf}\n{download} 2>&1 || true").Output, StringComparison.Ordinal);
        Assert.DoesNotContain(
            $"iwtune-{Version}",
            InMounts($"{zypper}\n{zypp} 2>&1 || true\nfind /tmp/root -name '*.rpm'").Output,
            StringComparison.Ordinal
        );

        string Script(string manager)
        {
            var made = Commands.TryRun(Binaries.Agent, ["package-source", "--for", manager, "--state", state]);
            Assert.True(made.ExitCode == 0, made.Error);
            return made.Output;
        }
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    /// <summary>A repository of each kind, by the commands of docs/package-repository.md, with a package that has one file.</summary>
    private string Making =>
        $$"""
            set -eu
            umask 022
            cd {{folder}}
            export GNUPGHOME={{folder}}/gnupg
            install -d -m 700 gnupg packages/deb/conf packages/rpm
            install -d tree/DEBIAN tree/usr/share/doc/iwtune
            gpg --quiet --batch --passphrase '' --quick-generate-key 'packages@example.org' ed25519 sign 1d
            KEY=$(gpg --list-keys --with-colons packages@example.org | awk -F: '$1 == "fpr" { print $10; exit }')
            echo made for a test > tree/usr/share/doc/iwtune/test
            printf 'Package: iwtune\nVersion: {{Version}}\nArchitecture: amd64\nMaintainer: t <t@example.org>\nSection: net\nPriority: optional\nDescription: t\n' > tree/DEBIAN/control
            dpkg-deb --root-owner-group --build tree iwtune_{{Version}}_amd64.deb > /dev/null
            printf 'Codename: stable\nSuite: stable\nComponents: main\nArchitectures: amd64\nSignWith: %s\n' "$KEY" > packages/deb/conf/distributions
            reprepro --silent --basedir packages/deb includedeb stable iwtune_{{Version}}_amd64.deb
            gpg --export "$KEY" > packages/deb/iwtune.gpg
            printf 'Name: iwtune\nVersion: {{Version}}\nRelease: 1\nSummary: t\nLicense: MIT\nBuildArch: noarch\n%%description\nt\n%%files\n' > iwtune.spec
            rpmbuild --quiet -bb --define "_rpmdir {{folder}}/built" --define "_topdir {{folder}}/rpmbuild" iwtune.spec 2> /dev/null
            cp built/noarch/*.rpm packages/rpm/
            gpg --export --armor "$KEY" > packages/rpm/iwtune.asc
            rpmsign --addsign --define "_gpg_name $KEY" --define '__gpg /usr/bin/gpg' packages/rpm/*.rpm > /dev/null
            createrepo_c --quiet packages/rpm
            gpg --batch --detach-sign --armor --local-user "$KEY" packages/rpm/repodata/repomd.xml
            gpgconf --kill all
            """;

    /// <summary>What the script writes, and what the package managers keep, is in mounts of this call alone.</summary>
    private static CommandResult InMounts(string script)
    {
        string[] own =
        [
            "/tmp",
            "/usr/share/keyrings",
            "/var/lib/apt/lists",
            "/var/cache/apt/archives",
            "/var/cache/dnf",
            "/var/lib/dnf",
            "/var/cache/zypp",
        ];
        return Shell(
            $"""
            set -eu
            {string.Join('\n', own.Select(path => $"mkdir -p {path}; mount -t tmpfs tmpfs {path}"))}
            cp -a /etc /tmp/etc && mount --bind /tmp/etc /etc
            rm -rf /etc/apt/sources.list /etc/apt/sources.list.d/* /etc/yum.repos.d/* /etc/zypp/repos.d/*
            {script}
            """,
            "unshare",
            "--mount"
        );
    }

    private static CommandResult Shell(string script, params string[] before)
    {
        string[] words = [.. before, "sh", "-c", script];
        var ran = Commands.TryRun(words[0], words[1..]);
        Assert.True(ran.ExitCode == 0, $"{ran.ExitCode}\n{ran.Output}\n{ran.Error}");
        return ran;
    }
}
