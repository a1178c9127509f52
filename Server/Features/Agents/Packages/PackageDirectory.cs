using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents.Packages;

/// <summary>
/// The packages of <c>--packages DIR</c>: <c>deb/</c> as reprepro makes it, <c>rpm/</c> as createrepo_c does, <c>msi/</c> with files. The
/// server neither signs nor changes them: a stolen server cannot sign a package.
/// </summary>
internal sealed class PackageDirectory(ServerOptions options)
{
    public const string Deb = "deb",
        Rpm = "rpm",
        Msi = "msi";

    public FleetPackages Read()
    {
        if (options.Packages is not { } root)
            return new(false, [], []);
        var problems = new List<string>();
        try
        {
            IEnumerable<OfferedPackage> offered =
            [
                .. AptIndex.Read(root, problems),
                .. RpmFiles.Read(root, problems),
                .. MsiFiles.Read(root),
            ];
            var sorted = offered
                .OrderBy(one => one.Kind)
                .ThenByDescending(one => one.Version, Comparer<string>.Create(AgentOrder.Compare))
                .ThenBy(one => one.Architecture, StringComparer.Ordinal)
                .ToList();
            if (sorted.Count == 0)
                problems.Add($"{root} has no package of the agent in deb/, rpm/ or msi/.");
            else if (Uneven(sorted) is { } uneven)
                problems.Add(uneven);
            return new(true, sorted, problems);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return new(true, [], [$"The packages in {root} cannot be read: {unreadable.Message}"]);
        }
    }

    /// <summary>A Linux host counts as behind when either kind has a newer version, and gets only its own.</summary>
    private static string? Uneven(List<OfferedPackage> offered) =>
        (Newest(offered, PackageKind.Deb), Newest(offered, PackageKind.Rpm)) is ({ } deb, { } rpm) && AgentOrder.Compare(deb, rpm) != 0
            ? $"deb/ offers {deb} and rpm/ offers {rpm}: hosts of one kind stay behind."
            : null;

    private static string? Newest(List<OfferedPackage> offered, PackageKind kind) =>
        AgentOrder.Newest(offered.Where(one => one.Kind == kind).Select(one => one.Version));
}
