using IwTune.Lab;
using IwTune.Lab.Packages;
using IwTune.Lab.Wine;

namespace IwTune.EndToEnd.Wine;

/// <summary>The agent as Windows' installer installs it: its service, its command, and its files and settings on the host.</summary>
internal sealed class InstalledAgent : IDisposable
{
    public const string Service = "IwTune";
    public const string EventSource = @"HKLM\SYSTEM\CurrentControlSet\Services\EventLog\Application\IwTune";

    private const string Folder = @"C:\Program Files\IwTune";
    private const string Log = @"C:\lab\msi.log";

    // ERROR_FUNCTION_FAILED (1627) in eight bits. Wine's msiexec waits 30 seconds until the service runs, and then takes everything back; a
    // busy machine needs longer.
    private const int StartedTooLate = 1627 & 0xff;

    private const string Installation = "/i";

    public InstalledAgent(WindowsPattern pattern)
    {
        Host = new WindowsHost(pattern);
        Services = new WineServices(Host.Windows);
        Registry = new WineRegistry(Host.Windows);
    }

    public WindowsHost Host { get; }

    public WineServices Services { get; }

    public WineRegistry Registry { get; }

    public WinePrefix Windows => Host.Windows;

    /// <summary>Every file in the program's folder; empty when there is none.</summary>
    public IReadOnlyList<string> Files => FilesIn(Folder);

    /// <summary>Every file in the state directory of the service; empty when there is none.</summary>
    public IReadOnlyList<string> Kept => FilesIn(@"C:\ProgramData\IwTune");

    /// <summary>The installer's log of the last run, in whichever of the two encodings msiexec writes.</summary>
    public string InstallerLog
    {
        get
        {
            var file = Windows.Unix(Log);
            if (!File.Exists(file))
                return "";
            var bytes = File.ReadAllBytes(file);
            return bytes is [0xFF, 0xFE, ..] or [_, 0, ..]
                ? System.Text.Encoding.Unicode.GetString(bytes)
                : System.Text.Encoding.UTF8.GetString(bytes);
        }
    }

    /// <summary>Runs msiexec without questions.</summary>
    /// <returns>Its exit code: Wine's, which keeps eight bits of Windows'.</returns>
    public int Install(WindowsInstaller package, params string[] properties) => Installer(Installation, package, properties);

    public int Uninstall(WindowsInstaller package, params string[] properties) => Installer("/x", package, properties);

    /// <summary>Installs, which must end with this code.</summary>
    public void Installs(int code, WindowsInstaller package, params string[] properties) => Ended(code, Install(package, properties));

    /// <summary>Uninstalls, which must end with this code.</summary>
    public void Uninstalls(int code, WindowsInstaller package, params string[] properties) => Ended(code, Uninstall(package, properties));

    private void Ended(int code, int with) => Assert.True(code == with, $"msiexec ended with {with}, not with {code}\n{Told()}");

    private int Installer(string task, WindowsInstaller package, string[] properties)
    {
        File.Delete(Windows.Unix(Log));
        string[] arguments = [task, WinePrefix.Windows(package.File), "/qn", "/l*v", Log, .. properties];
        var result = Windows.Run("msiexec", arguments);
        // Observed once on a busy machine: exit code 1, which no installer returns, and nothing had begun.
        if (result.ExitCode == 1 && InstallerLog.Length == 0)
            result = Windows.Run("msiexec", arguments);
        for (var again = 0; task == Installation && again < 2 && result.ExitCode == StartedTooLate; again++)
            result = Windows.Run("msiexec", arguments);
        return result.ExitCode != 1
            ? result.ExitCode
            : throw new LabException($"msiexec did not install: {result.Error}{result.Output}\n{Told()}");
    }

    /// <summary>Runs the installed command, which must end with this code.</summary>
    public string Ran(int code, params string[] arguments)
    {
        var result = Windows.Run(Windows.Unix(Folder + @"\iwtune.exe"), arguments);
        Assert.True(
            result.ExitCode == code,
            $"{string.Join(' ', arguments)}: exit {result.ExitCode}, not {code}: {result.Error}{result.Output}\n{Told()}"
        );
        return result.Output;
    }

    /// <summary>Waits until the service runs and answers.</summary>
    public async Task AnswersAsync()
    {
        await Services.IsAsync(Service, "RUNNING", Told);
        var said = "";
        await Until.TrueAsync(
            () =>
            {
                var status = Windows.Run(Windows.Unix(Folder + @"\iwtune.exe"), "status");
                said = status.Error + status.Output;
                return status.ExitCode != ExitUnreachable;
            },
            () => $"the service does not answer: {said}\n{Told()}"
        );
    }

    /// <summary>Nothing of the agent is left on the host.</summary>
    public async Task IsGoneAsync()
    {
        await Services.IsAsync(Service, null, Told);
        Assert.Empty(Files);
        Assert.False(Directory.Exists(Windows.Unix(Folder)), "the folder is still there");
        Assert.False(Registry.Has(EventSource), "the event source is still there");
        Assert.DoesNotContain("IwTune", Path(), StringComparison.Ordinal);
    }

    /// <summary>The machine's search path.</summary>
    public string Path() => Registry.Value(@"HKLM\SYSTEM\CurrentControlSet\Control\Session Manager\Environment", "PATH") ?? "";

    /// <summary>The files of the registry, on this machine's disk.</summary>
    public string RegistryFiles()
    {
        // Wine writes it when its server ends, and a moment after every change.
        return string.Concat(Directory.EnumerateFiles(System.IO.Path.GetDirectoryName(Windows.DriveC)!, "*.reg").Select(File.ReadAllText));
    }

    /// <summary>The data to examine after a failure.</summary>
    public string Told()
    {
        var log = Windows.Unix(@"C:\ProgramData\IwTune\agent.log");
        // Each of some hundred files has its own lines, which do not help to explain a failure.
        var steps = InstallerLog
            .Split('\n')
            .Where(line =>
                !line.Contains(Folder + @"\System.", StringComparison.Ordinal) && !line.TrimEnd().EndsWith(".dll", StringComparison.Ordinal)
            );
        return $"agent.log:\n{(File.Exists(log) ? File.ReadAllText(log) : "(none)")}\nmsiexec:\n{string.Join('\n', steps.TakeLast(60))}";
    }

    public void Dispose() => Host.Dispose();

    private const int ExitUnreachable = 4;

    private List<string> FilesIn(string folder) =>
        Directory.Exists(Windows.Unix(folder))
            ?
            [
                .. Directory
                    .EnumerateFiles(Windows.Unix(folder), "*", SearchOption.AllDirectories)
                    .Select(file => System.IO.Path.GetRelativePath(Windows.Unix(folder), file))
                    .Order(StringComparer.Ordinal),
            ]
            : [];
}
