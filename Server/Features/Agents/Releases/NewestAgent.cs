using IwTune.Server.Hosting;
using IwTune.Shared.Fleet.Agents;

namespace IwTune.Server.Features.Agents.Releases;

/// <summary>The newest agent that a system can get.</summary>
internal static class NewestAgent
{
    /// <param name="offered">What the server offers to package managers.</param>
    /// <param name="os"><c>linux</c> or <c>windows</c>.</param>
    /// <returns>Of the packages for this system; without any, the server's own version: the two belong together.</returns>
    public static AgentRelease Of(FleetPackages offered, string os) =>
        AgentOrder.Newest(offered.Offered.Where(one => Installs(one, os)).Select(one => one.Version)) is { } version
            ? new(os, version, AgentReleaseSource.Packages)
            : new(os, ServerVersion.Text, AgentReleaseSource.Server);

    private static bool Installs(OfferedPackage package, string os) => (package.Kind == PackageKind.Msi) == (os == "windows");
}
