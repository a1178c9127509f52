using System.Globalization;

namespace IwTune.Agent.Windows.Facts;

/// <summary>Reads which Windows this is.</summary>
/// <param name="registry">The machine's registry.</param>
/// <param name="system">As the system itself reports it (RtlGetVersion): counts where the registry does not say.</param>
public sealed class WindowsVersionReader(IRegistry registry, Version system)
{
    private const string CurrentVersion = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";
    private const string ProductOptions = @"SYSTEM\CurrentControlSet\Control\ProductOptions";
    private const string Packages = @"SOFTWARE\Microsoft\Windows\CurrentVersion\Component Based Servicing\Packages";
    private const string TemplateHotfix = "KB2472264";
    private const int FirstWindows11 = 22000;

    /// <summary>Windows 7 and Server 2008 R2 with their service pack: the only ones that need the hotfix.</summary>
    private const int LastWithoutTemplates = 7601;

    /// <summary>Reads it.</summary>
    public WindowsVersion Read()
    {
        var build = Number("CurrentBuildNumber") ?? Number("CurrentBuild") ?? system.Build;
        var server = IsServer();
        return new WindowsVersion(build, server)
        {
            Revision = Number("UBR") ?? 0,
            Name = Name(build, server),
            HasTemplateHotfix =
                build > LastWithoutTemplates
                || registry.Keys(Packages).Any(package => package.Contains(TemplateHotfix, StringComparison.OrdinalIgnoreCase)),
        };
    }

    /// <summary>The whole version: <c>10.0.20348.2113</c>.</summary>
    public string Number(WindowsVersion version) =>
        string.Create(CultureInfo.InvariantCulture, $"{system.Major}.{system.Minor}.{version.Build}.{version.Revision}");

    /// <summary>Its release and installation type, for people: <c>21H2, Server Core</c>; empty when neither is known.</summary>
    public string Release()
    {
        var shown = Text("DisplayVersion") is { Length: > 0 } display ? display : Text("ReleaseId");
        var installed = Text("InstallationType");
        return string.Join(
            ", ",
            new[] { shown, installed is "Server Core" or "Nano Server" ? installed : "" }.Where(part => part.Length > 0)
        );
    }

    /// <summary>
    /// ProductType is the system's own criterion: WinNT for a client, ServerNT and LanmanNT (a domain controller) for servers.
    /// </summary>
    private bool IsServer() =>
        registry.Text(ProductOptions, "ProductType") switch
        {
            "ServerNT" or "LanmanNT" => true,
            "WinNT" => false,
            _ => Text("InstallationType").Contains("Server", StringComparison.OrdinalIgnoreCase),
        };

    /// <summary>
    /// Windows 11 still calls itself Windows 10 here, and a multi-session edition, which is a server, does not say so. The name is all that
    /// the fleet's server knows of the edition, and it must judge as the agent does.
    /// </summary>
    private string Name(int build, bool server)
    {
        var name = Text("ProductName");
        if (name.Length == 0)
            return server ? "Windows Server" : "Windows";
        if (build >= FirstWindows11)
            name = name.Replace("Windows 10", "Windows 11", StringComparison.Ordinal);
        return server && !name.Contains("Server", StringComparison.OrdinalIgnoreCase) ? $"{name} (server edition)" : name;
    }

    private int? Number(string name) =>
        int.TryParse(Text(name), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private string Text(string name) => registry.Text(CurrentVersion, name);
}
