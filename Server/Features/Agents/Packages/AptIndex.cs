using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents.Packages;

/// <summary>The agent's packages in an apt repository, from the indexes that apt itself reads.</summary>
internal static class AptIndex
{
    private const string Package = "iwtune";

    public static IReadOnlyList<OfferedPackage> Read(string root, List<string> problems)
    {
        var dists = Path.Combine(root, PackageDirectory.Deb, "dists");
        if (!Directory.Exists(dists))
            return [];
        var found = new List<OfferedPackage>();
        foreach (var suite in Directory.EnumerateDirectories(dists))
        {
            if (!File.Exists(Path.Combine(suite, "InRelease")) && !File.Exists(Path.Combine(suite, "Release.gpg")))
                problems.Add($"deb/dists/{Path.GetFileName(suite)} is not signed: apt refuses it. Sign it with reprepro's SignWith.");
            foreach (var index in Directory.EnumerateFiles(suite, "Packages", SearchOption.AllDirectories))
                found.AddRange(Of(index));
        }
        return [.. found.Distinct()];
    }

    /// <summary>Paragraphs of fields with an empty line between them (deb-src-control(5)).</summary>
    private static IEnumerable<OfferedPackage> Of(string index)
    {
        var fields = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var line in File.ReadLines(index).Append(""))
        {
            if (line.Length == 0)
            {
                if (
                    fields.GetValueOrDefault("Package") == Package
                    && fields.TryGetValue("Version", out var version)
                    && fields.TryGetValue("Filename", out var file)
                )
                    yield return new(
                        PackageKind.Deb,
                        version,
                        fields.GetValueOrDefault("Architecture", ""),
                        $"{PackagePaths.Root}/{PackageDirectory.Deb}/{file}"
                    );
                fields.Clear();
            }
            else if (line[0] != ' ' && line.IndexOf(':', StringComparison.Ordinal) is var colon and > 0)
                fields[line[..colon]] = line[(colon + 1)..].Trim();
        }
    }
}
