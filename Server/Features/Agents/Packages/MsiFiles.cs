using System.Text.RegularExpressions;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents.Packages;

/// <summary>The agent's installers for Windows, by the names that the build gives them.</summary>
internal static partial class MsiFiles
{
    public static IReadOnlyList<OfferedPackage> Read(string root)
    {
        var folder = Path.Combine(root, PackageDirectory.Msi);
        if (!Directory.Exists(folder))
            return [];
        return
        [
            .. Directory
                .EnumerateFiles(folder, "*.msi")
                .Select(file => (File: Path.GetFileName(file), Name: Name().Match(Path.GetFileName(file))))
                .Where(one => one.Name.Success)
                .Select(one => new OfferedPackage(
                    PackageKind.Msi,
                    one.Name.Groups["version"].Value,
                    one.Name.Groups["architecture"].Value,
                    $"{PackagePaths.Root}/{PackageDirectory.Msi}/{one.File}"
                )),
        ];
    }

    [GeneratedRegex(
        @"^iwtune-(?<version>[0-9][^-]*)-win-(?<architecture>[^.-]+)\.msi$",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Name();
}
