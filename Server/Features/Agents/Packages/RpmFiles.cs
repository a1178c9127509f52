using System.Text.RegularExpressions;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents.Packages;

/// <summary>
/// The agent's packages in a dnf repository, by the names of their files: its index is compressed in one of several ways. A file that the
/// index cannot have yet is a problem.
/// </summary>
internal static partial class RpmFiles
{
    public static IReadOnlyList<OfferedPackage> Read(string root, List<string> problems)
    {
        var folder = Path.Combine(root, PackageDirectory.Rpm);
        if (!Directory.Exists(folder))
            return [];
        var index = new FileInfo(Path.Combine(folder, "repodata", "repomd.xml"));
        if (!index.Exists)
            problems.Add("rpm/ has no repodata: dnf finds nothing in it. Run createrepo_c.");
        else if (!File.Exists(index.FullName + ".asc"))
            problems.Add("rpm/repodata/repomd.xml is not signed: with repo_gpgcheck=1 dnf refuses it.");
        var found = new List<OfferedPackage>();
        foreach (var file in new DirectoryInfo(folder).EnumerateFiles("*.rpm", SearchOption.AllDirectories))
        {
            if (Name().Match(file.Name) is not { Success: true } name)
                continue;
            var path = Path.GetRelativePath(root, file.FullName).Replace('\\', '/');
            found.Add(new(PackageKind.Rpm, name.Groups["version"].Value, name.Groups["architecture"].Value, $"{PackagePaths.Root}/{path}"));
            if (index.Exists && file.LastWriteTimeUtc > index.LastWriteTimeUtc)
                problems.Add($"{path} is newer than the index: dnf does not see it. Run createrepo_c, and sign repomd.xml again.");
        }
        return found;
    }

    /// <summary>NAME-VERSION-RELEASE.ARCHITECTURE.rpm (rpm's manual, Package names).</summary>
    [GeneratedRegex(
        @"^iwtune-(?<version>[0-9][^-]*)-[^-]+\.(?<architecture>[^.]+)\.rpm$",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Name();
}
