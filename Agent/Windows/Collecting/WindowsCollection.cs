using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Facts;

namespace IwTune.Agent.Windows.Collecting;

/// <summary>What can be collected of a Windows host: the log of the service, and how this Windows answers.</summary>
internal static class WindowsCollection
{
    private const string Nls = @"SYSTEM\CurrentControlSet\Control\Nls";

    /// <param name="run">Runs a program.</param>
    /// <param name="system">The folder of the system's programs, <c>C:\Windows\System32</c>.</param>
    /// <param name="versions">Which Windows this is.</param>
    /// <param name="registry">The machine's registry.</param>
    public static Collection Of(
        Func<HostCommand, CancellationToken, ValueTask<HostCommandRun>> run,
        string system,
        WindowsVersionReader versions,
        IRegistry registry
    )
    {
        var commands = new BaselineCommands(system);
        return new Collection(run, [commands.EventLog, .. commands.Templates])
        {
            Baseline = commands.All,
            Writes = commands.Writes,
            About = () => About(versions, registry),
        };
    }

    private static Dictionary<string, string> About(WindowsVersionReader versions, IRegistry registry)
    {
        var version = versions.Read();
        return new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["name"] = version.Name,
            ["version"] = versions.Number(version),
            ["release"] = versions.Release(),
            ["kind"] = version.Server ? "server" : "client",
            // LCIDs as the registry has them: 0409 en-US, 0407 de-DE, 0411 ja-JP, 0804 zh-CN.
            ["installLanguage"] = registry.Text($@"{Nls}\Language", "InstallLanguage"),
            ["defaultLanguage"] = registry.Text($@"{Nls}\Language", "Default"),
            ["oemCodePage"] = registry.Text($@"{Nls}\CodePage", "OEMCP"),
            ["ansiCodePage"] = registry.Text($@"{Nls}\CodePage", "ACP"),
        };
    }
}
