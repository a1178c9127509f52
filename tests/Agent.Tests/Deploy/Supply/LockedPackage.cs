using System.Text.Json;
using System.Xml.Linq;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Deploy.Supply;

/// <summary>A package of a <c>packages.lock.json</c>, and the licence that its own manifest names.</summary>
internal sealed record LockedPackage(string Name, string Version, string Hash)
{
    private static readonly string Restored =
        Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    /// <summary>Those of a project, for every framework; projects of our own left out.</summary>
    /// <param name="project">Its folder.</param>
    public static IReadOnlyList<LockedPackage> Of(string project)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(Path.Combine(Binaries.Root, project, "packages.lock.json")));
        return
        [
            .. document
                .RootElement.GetProperty("dependencies")
                .EnumerateObject()
                .SelectMany(framework => framework.Value.EnumerateObject())
                .Where(package => package.Value.TryGetProperty("contentHash", out _))
                .Select(package => new LockedPackage(
                    package.Name,
                    package.Value.GetProperty("resolved").GetString()!,
                    package.Value.GetProperty("contentHash").GetString()!
                ))
                .Distinct()
                .OrderBy(package => package.Name, StringComparer.OrdinalIgnoreCase),
        ];
    }

    /// <summary>An SPDX expression; <see langword="null"/> where the manifest names a file, or none.</summary>
    public string? Licence =>
        Manifest.Descendants().FirstOrDefault(element => element.Name.LocalName == "license") is { } licence
        && licence.Attribute("type")?.Value == "expression"
            ? licence.Value
            : null;

    /// <summary>The hash of what was restored.</summary>
    public string RestoredHash
    {
        get
        {
            using var metadata = JsonDocument.Parse(File.ReadAllText(Path.Combine(Folder, ".nupkg.metadata")));
            return metadata.RootElement.GetProperty("contentHash").GetString()!;
        }
    }

    private string Folder => Path.Combine(Restored, Name.ToLowerInvariant(), Version.ToLowerInvariant());

    private XDocument Manifest => XDocument.Load(Path.Combine(Folder, Name.ToLowerInvariant() + ".nuspec"));
}
