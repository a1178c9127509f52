using IwTune.Shared.Formatting;

namespace IwTune.Agent.Windows.Templates;

/// <summary>
/// What the agent does on each Windows Server, and how sure it is that this works there. docs/windows.md has the same table.
/// </summary>
internal static class VersionTable
{
    // The first builds with TCP_INFO for servers (mstcpip.h: Windows 10 1703), with cmdlets and WMI classes, and with all templates
    // writable.
    private const int TcpInfo = 17763,
        Cmdlets = 9200,
        Writable = 14393;

    /// <summary>The servers, oldest first, by their builds.</summary>
    public static IReadOnlyList<(string Name, int Build)> Servers { get; } =
    [
        ("2008 R2 SP1 with KB2472264", 7601),
        ("2012", 9200),
        ("2012 R2", 9600),
        ("2016", 14393),
        ("2019", 17763),
        ("2022", 20348),
        ("2025", 26100),
    ];

    /// <summary>The row of a Windows; <see langword="null"/> for a client and for a server without templates, which have none.</summary>
    public static (string Name, int Build)? RowOf(WindowsVersion version) =>
        !version.Server || (version.Build < Cmdlets && !version.HasTemplateHotfix)
            ? null
            : Servers.LastOrDefault(server => server.Build <= version.Build, Servers[0]);

    /// <summary>The name of the row, or of a Windows that has none.</summary>
    public static string NameOf(WindowsVersion version) =>
        RowOf(version)?.Name ?? (version.Server ? "2008 R2 without KB2472264" : Invariant.Text($"client {version.Build}"));

    /// <summary>The cell of a server.</summary>
    public static VersionCell Of(int build, VersionAspect aspect) =>
        build < Cmdlets
            ? new(ByHand(aspect), aspect is VersionAspect.Template or VersionAspect.Drift ? "netsh" : "-", "-", Mark(build, aspect))
            : new(How(build, aspect), "WMI", aspect == VersionAspect.Drift ? "-" : Proof(build), Mark(build, aspect));

    private static string How(int build, VersionAspect aspect) =>
        aspect switch
        {
            VersionAspect.Template when build >= Writable => "netsh set supplemental: Internet, Datacenter",
            VersionAspect.Template when build >= 9600 =>
                "netsh set supplemental: InternetCustom, DatacenterCustom; Set-NetTCPSetting -AutomaticUseCustom",
            VersionAspect.Template => "netsh set supplemental: Custom; filters for 0.0.0.0/0 and ::/0",
            VersionAspect.PrefixScope => "netsh add supplementalsubnet, else New-NetTransportFilter",
            VersionAspect.PortScope => "netsh add supplementalport, else New-NetTransportFilter",
            VersionAspect.Rollback => "the same commands with the former values",
            _ => "registry key Nsi is watched, and a look every 15 minutes",
        };

    private static string ByHand(VersionAspect aspect) =>
        aspect switch
        {
            VersionAspect.Template or VersionAspect.Rollback => "a person, with the printed commands",
            VersionAspect.Drift => "a look every 2 minutes",
            _ => "not possible",
        };

    private static string Proof(int build) => build >= TcpInfo ? "SIO_TCP_INFO" : "EStats";

    /// <summary>
    /// Set-NetTCPSetting, Microsoft: only custom settings up to 2012, all on 2016 and 2019; AutomaticUseCustom since 2012 R2. Captured: the
    /// block of 2008 R2; Set-NetTCPSetting on Compat, Datacenter and Internet of a 2019. "netsh interface", Microsoft: the verbs for
    /// filters, of Windows 11 and Server 2025.
    /// </summary>
    private static VersionMark Mark(int build, VersionAspect aspect) =>
        (aspect, build) switch
        {
            (VersionAspect.Template, 7601) => VersionMark.Captured,
            (VersionAspect.Template, 17763) => VersionMark.Captured,
            (VersionAspect.Template, 9200 or 9600 or 14393) => VersionMark.Documented,
            (VersionAspect.PrefixScope or VersionAspect.PortScope, < Cmdlets) => VersionMark.Documented,
            (VersionAspect.PrefixScope or VersionAspect.PortScope, 26100) => VersionMark.Documented,
            _ => VersionMark.Assumed,
        };
}

/// <summary>What is done for one purpose on one Windows.</summary>
/// <param name="How">How it is set.</param>
/// <param name="ReadBack">How it is read back.</param>
/// <param name="Proof">How a connection proves it; <c>-</c> where nothing does.</param>
/// <param name="Mark">How sure that is.</param>
internal sealed record VersionCell(string How, string ReadBack, string Proof, VersionMark Mark);

/// <summary>The purposes.</summary>
internal enum VersionAspect
{
    /// <summary>A window for connections that no filter covers.</summary>
    Template,

    /// <summary>A window for a prefix.</summary>
    PrefixScope,

    /// <summary>A filter for a port, as other programs make them and a rollback restores them.</summary>
    PortScope,

    /// <summary>Everything as it was.</summary>
    Rollback,

    /// <summary>A change by another program is found.</summary>
    Drift,
}

/// <summary>The purposes as the file of a check and the terminal name them.</summary>
internal static class VersionAspects
{
    /// <summary><c>prefix scope</c>.</summary>
    public static string Word(this VersionAspect aspect) =>
        aspect switch
        {
            VersionAspect.PrefixScope => "prefix scope",
            VersionAspect.PortScope => "port scope",
            VersionAspect.Rollback => "rollback",
            VersionAspect.Drift => "drift",
            _ => "template",
        };
}

/// <summary>Where the knowledge comes from.</summary>
internal enum VersionMark
{
    /// <summary>Microsoft's documentation says so of this version.</summary>
    Documented,

    /// <summary>An output of a real host of this version shows it.</summary>
    Captured,

    /// <summary>Neither; other versions do it, or the documentation does not name the version.</summary>
    Assumed,
}

/// <summary>The marks as documents, the file of a check and the terminal name them.</summary>
internal static class VersionMarks
{
    /// <summary><c>assumed</c>.</summary>
    public static string Word(this VersionMark mark) =>
        mark switch
        {
            VersionMark.Documented => "documented",
            VersionMark.Captured => "captured",
            _ => "assumed",
        };
}
