using System.Text.Json;
using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>A PowerShell 7 on this host, by its folder.</summary>
/// <param name="Folder">Where pwsh.exe and the engine are.</param>
/// <param name="Runtime">The version of .NET it was built with, and carries.</param>
internal sealed record InstalledPowerShell(string Folder, Version Runtime)
{
    private const string Engine = "System.Management.Automation.dll",
        Settings = "pwsh.runtimeconfig.json";
    private const string Registered = @"SOFTWARE\Microsoft\PowerShellCore\InstalledVersions";

    /// <summary>
    /// Where it can be: the default folder of its installer, and the folders that installers recorded. Only administrators can change both.
    /// </summary>
    public static IEnumerable<string> Folders(string programFiles, IRegistry registry) =>
        registry
            .Keys(Registered)
            .Select(key => registry.Text($@"{Registered}\{key}", "InstallLocation"))
            .Append(Path.Combine(programFiles, "PowerShell", "7"))
            .Where(Path.IsPathFullyQualified)
            .Select(Path.TrimEndingDirectorySeparator)
            .Distinct(StringComparer.OrdinalIgnoreCase);

    /// <summary>The newest whose engine runs on a runtime: one built with that .NET or an older one.</summary>
    /// <returns>Or why there is none, as a sentence.</returns>
    public static (InstalledPowerShell? Found, string Problem) Newest(IEnumerable<string> folders, int runtimeMajor)
    {
        var looked = folders.ToList();
        var found = looked.Select(Read).OfType<InstalledPowerShell>().OrderByDescending(one => one.Runtime).ToList();
        if (found.Find(one => one.Runtime.Major <= runtimeMajor) is { } usable)
            return (usable, "");
        return (
            null,
            found.Count == 0
                ? $"PowerShell 7 is not installed (looked in {string.Join(", ", looked)}); with it templates and filters are read and "
                    + "set by their own cmdlets"
                : $"PowerShell 7 in {found[0].Folder} was built with .NET {found[0].Runtime.Major}, and this agent runs on .NET "
                    + $"{runtimeMajor}; install an LTS version, or a newer agent"
        );
    }

    private static InstalledPowerShell? Read(string folder)
    {
        try
        {
            if (!File.Exists(Path.Combine(folder, Engine)))
                return null;
            using var settings = JsonDocument.Parse(File.ReadAllBytes(Path.Combine(folder, Settings)));
            // Self-contained as its installers install it, or framework-dependent as a .NET tool.
            var options = settings.RootElement.GetProperty("runtimeOptions");
            var frameworks =
                options.TryGetProperty("includedFrameworks", out var several) || options.TryGetProperty("frameworks", out several)
                    ? several.EnumerateArray().ToList()
                    : [options.GetProperty("framework")];
            var version =
                frameworks.Find(one => one.GetProperty("name").ValueEquals("Microsoft.NETCore.App")).GetProperty("version").GetString()
                ?? "";
            return Version.TryParse(version.Split('-')[0], out var runtime) ? new(folder, runtime) : null;
        }
        catch (Exception unreadable)
            when (unreadable
                    is IOException
                        or UnauthorizedAccessException
                        or JsonException
                        or KeyNotFoundException
                        or InvalidOperationException
            )
        {
            return null;
        }
    }
}
