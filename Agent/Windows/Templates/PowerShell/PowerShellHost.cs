using System.Runtime.CompilerServices;
using System.Runtime.Versioning;
using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>The PowerShell for this Windows, or why there is none.</summary>
internal static class PowerShellHost
{
    /// <summary>
    /// Windows Server 2019. Before it the module NetTCPIP is for Windows PowerShell only: PowerShell 7 would use it through a second,
    /// hidden process and return copies of objects.
    /// </summary>
    public const int FirstBuild = 17763;

    [SupportedOSPlatform("windows")]
    public static IPowerShell Find(WindowsVersion version, IRegistry registry, TimeProvider clock)
    {
        if (version.Build < FirstBuild)
            return new AbsentPowerShell(
                $"{version.Name} (build {version.Build}) offers its cmdlets to Windows PowerShell only; from Server 2019 on PowerShell "
                    + "7 can load them"
            );
#if !BUNDLED_POWERSHELL
        var (found, problem) = InstalledPowerShell.Newest(
            InstalledPowerShell.Folders(Environment.GetFolderPath(Environment.SpecialFolder.ProgramFiles), registry),
            Environment.Version.Major
        );
        if (found is null)
            return new AbsentPowerShell(problem);
        PowerShellAssemblies.Use(found.Folder);
#endif
        try
        {
            return Hosted(clock);
        }
        catch (Exception broken) when (broken is IOException or BadImageFormatException or TypeLoadException)
        {
            return new AbsentPowerShell($"the engine of PowerShell 7 cannot be loaded: {broken.Message}");
        }
    }

    /// <summary>
    /// A method of its own: a method that names types of the engine loads the engine when it is compiled, and on most hosts there is none.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static HostedPowerShell Hosted(TimeProvider clock) =>
        new(() => SessionSettings.For(Module(Environment.SystemDirectory)), clock);

    /// <summary>The module by its full path, in the folder that only Windows itself writes to.</summary>
    public static string Module(string systemDirectory) =>
        Path.Combine(systemDirectory, "WindowsPowerShell", "v1.0", "Modules", "NetTCPIP", "NetTCPIP.psd1");
}
