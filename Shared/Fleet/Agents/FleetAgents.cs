namespace IwTune.Shared.Fleet.Agents;

/// <summary>The agents of the fleet by version, and the version that each system can get.</summary>
/// <param name="Hosts">Hosts that the caller may see.</param>
/// <param name="Behind">Those of them with an older agent than <paramref name="Newest"/> has for their system.</param>
/// <param name="Newest">One for each system of the fleet.</param>
/// <param name="Versions">The newest first.</param>
/// <param name="Packages">What this server offers to package managers.</param>
public sealed record FleetAgents(
    int Hosts,
    int Behind,
    IReadOnlyList<AgentRelease> Newest,
    IReadOnlyList<AgentGroup> Versions,
    FleetPackages Packages
);

/// <summary>The newest agent for a system.</summary>
/// <param name="Os"><c>linux</c> or <c>windows</c>.</param>
/// <param name="Version">Such as <c>0.2.0</c>.</param>
/// <param name="From">Where the version is known from.</param>
public sealed record AgentRelease(string Os, string Version, AgentReleaseSource From);

/// <summary>Where the newest version is known from.</summary>
public enum AgentReleaseSource
{
    /// <summary>The server offers packages of it.</summary>
    Packages,

    /// <summary>It offers none; agents and servers of one version belong together.</summary>
    Server,
}

/// <summary>Hosts with one version of the agent.</summary>
/// <param name="Version">As the hosts reported it.</param>
/// <param name="Os"><c>linux</c> or <c>windows</c>.</param>
/// <param name="Hosts">How many.</param>
/// <param name="Silent">Those of them that have not checked in for longer than the server's <c>--stale-after</c>.</param>
/// <param name="Standing">Against the newest version for this system.</param>
/// <param name="Query">Finds these hosts: <c>agent:=0.1.0 os:linux</c>.</param>
public sealed record AgentGroup(string Version, string Os, int Hosts, int Silent, AgentStanding Standing, string Query);

/// <summary>An agent's version against the newest one for its system.</summary>
public enum AgentStanding
{
    /// <summary>It is the newest.</summary>
    Current,

    /// <summary>There is a newer one.</summary>
    Behind,

    /// <summary>It is newer than what the server knows.</summary>
    Ahead,

    /// <summary>It is not a version.</summary>
    Unknown,
}

/// <summary>The packages that the server offers under <c>/packages</c>.</summary>
/// <param name="Served">False without the server's <c>--packages</c>.</param>
/// <param name="Offered">The agent's packages, by kind, version and architecture.</param>
/// <param name="Problems">Why a package manager would refuse some of it; sentences.</param>
public sealed record FleetPackages(bool Served, IReadOnlyList<OfferedPackage> Offered, IReadOnlyList<string> Problems);

/// <summary>A package of the agent.</summary>
/// <param name="Kind">Which package manager installs it.</param>
/// <param name="Version">Of the agent.</param>
/// <param name="Architecture">As the package manager writes it: <c>amd64</c>, <c>aarch64</c>, <c>x64</c>.</param>
/// <param name="Path">Its address on this server: <c>/packages/deb/pool/…</c>.</param>
public sealed record OfferedPackage(PackageKind Kind, string Version, string Architecture, string Path);

/// <summary>Which package manager installs a package.</summary>
public enum PackageKind
{
    /// <summary>apt and dpkg.</summary>
    Deb,

    /// <summary>dnf, zypper and rpm.</summary>
    Rpm,

    /// <summary>Windows Installer.</summary>
    Msi,
}
