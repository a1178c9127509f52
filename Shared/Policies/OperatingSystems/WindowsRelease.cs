namespace IwTune.Shared.Policies.OperatingSystems;

/// <summary>The releases of Windows, as far as their TCP templates differ.</summary>
public enum WindowsRelease
{
    /// <summary>An edition for clients: templates can be read and not set (MSFT_NetTCPSetting: read-only on clients).</summary>
    Client,

    /// <summary>Server 2008 R2 and before: a hotfix (KB2472264) adds one custom template; the agent does not run there.</summary>
    Server2008R2,

    /// <summary>Server 2012: one custom template can be set, nothing else.</summary>
    Server2012,

    /// <summary>Server 2012 R2: the two custom templates can be set, nothing else.</summary>
    Server2012R2,

    /// <summary>Server 2016 and later: the stock templates can be set, too.</summary>
    Server2016,
}

/// <summary>Distinguishes the releases.</summary>
public static class WindowsReleases
{
    private const int Build2012 = 9200;
    private const int Build2012R2 = 9600;
    private const int Build2016 = 14393;

    /// <param name="build">The build number.</param>
    /// <param name="server">False for a client edition.</param>
    public static WindowsRelease Of(int build, bool server) =>
        (server, build) switch
        {
            (false, _) => WindowsRelease.Client,
            (_, < Build2012) => WindowsRelease.Server2008R2,
            (_, < Build2012R2) => WindowsRelease.Server2012,
            (_, < Build2016) => WindowsRelease.Server2012R2,
            _ => WindowsRelease.Server2016,
        };

    /// <summary>
    /// From the facts of a host: <c>10.0.20348.2113</c> and <c>Windows Server 2022 Datacenter</c>. The name gives the edition, because
    /// clients and servers have the same builds.
    /// </summary>
    /// <returns><see langword="null"/> when the facts do not show it.</returns>
    public static WindowsRelease? OfFacts(string kernel, string osName) =>
        kernel.Split('.') is [_, _, var build, ..]
        && int.TryParse(build, System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture, out var number)
            ? Of(number, osName.Contains("Server", StringComparison.OrdinalIgnoreCase))
            : null;

    /// <summary>How many custom templates can be set: a prefix needs a template in which nothing else has another window.</summary>
    public static int CustomTemplates(this WindowsRelease release) =>
        release switch
        {
            WindowsRelease.Server2012 => 1,
            WindowsRelease.Server2012R2 or WindowsRelease.Server2016 => 2,
            _ => 0,
        };

    /// <summary>True when the default templates themselves can be set, so that the custom ones are free for prefixes.</summary>
    public static bool SetsStockTemplates(this WindowsRelease release) => release == WindowsRelease.Server2016;

    /// <summary>As people call it.</summary>
    public static string Name(this WindowsRelease release) =>
        release switch
        {
            WindowsRelease.Client => "a Windows client",
            WindowsRelease.Server2008R2 => "Windows Server 2008 R2",
            WindowsRelease.Server2012 => "Windows Server 2012",
            WindowsRelease.Server2012R2 => "Windows Server 2012 R2",
            _ => "Windows Server 2016 or later",
        };
}
