using System.Diagnostics;

namespace IwTune.Lab.Wine;

/// <summary>
/// A separate Windows: a Wine prefix in a folder, with its own wineserver, registry, services and C: drive. It reports Windows Server 2022,
/// is in its own network namespace, and shares nothing with the tester's own Wine prefix.
/// </summary>
public sealed class WinePrefix : IDisposable
{
    private const string Netsh = "netsh.exe";
    private const string Silently = "exec \"$@\" </dev/null >/dev/null 2>&1";

    // Occasionally, one start among thousands fails ("Internal error"). Wine 8 requires fixed addresses, so address randomization is off.
    private static readonly string[] AtFixedAddresses =
    [
        "sh",
        "-c",
        "if setarch -R true 2>/dev/null; then exec setarch -R \"$@\"; fi; exec \"$@\"",
        "sh",
    ];

    private readonly string folder;
    private bool disposed;

    private WinePrefix(string folder)
    {
        this.folder = folder;
        // Wine's sockets are opened by its wineserver, so all of it must be in the namespace.
        Space = NetNamespace.Create("wine");
        Directory.CreateDirectory(Environment["HOME"]);
    }

    /// <summary>Why no Windows program can be run here and what to do, as a sentence; <see langword="null"/> when they can.</summary>
    public static string? Missing =>
        Commands.Installed("wine") && Commands.Installed("wineserver") ? null : "Wine is not installed: apt install wine wine64";

    /// <summary>Its network: a server started here is at <c>localhost</c> for it.</summary>
    public NetNamespace Space { get; }

    /// <summary>Drive C: as this machine sees it.</summary>
    public string DriveC => Path.Combine(Root, "drive_c");

    /// <summary>C:\windows\system32 as this machine sees it.</summary>
    public string System32 => Path.Combine(DriveC, "windows", "system32");

    private string Root => Path.Combine(folder, "prefix");

    private Dictionary<string, string> Environment =>
        new()
        {
            ["WINEPREFIX"] = Root,
            ["WINEDEBUG"] = "-all",
            // Wine links its user's document folders to the real ones.
            ["HOME"] = Path.Combine(folder, "home"),
            ["LC_ALL"] = "C.UTF-8",
            // The same values as in WindowsIdentity, for programs that Windows' own services do not start.
            ["DOTNET_EnableWriteXorExecute"] = "0",
            ["DISPLAY"] = "",
            ["WAYLAND_DISPLAY"] = "",
        };

    /// <summary>Makes one from nothing, which takes seconds; it does not run afterwards.</summary>
    /// <param name="folder">Made here, and removed with it.</param>
    public static WinePrefix Create(string folder)
    {
        var made = new WinePrefix(folder);
        // Without Mono, Gecko and menus: none is needed, and wineboot would look for each.
        made.Tool("wineboot", new() { ["WINEDLLOVERRIDES"] = "mscoree,mshtml,winemenubuilder.exe=" }, "-i");
        made.Wine("winecfg", "-v", "win10");
        new WineRegistry(made).Import(WindowsIdentity.Server2022);
        // 1: it has ended already, as it does three seconds after its last program.
        if (made.Ended("wineserver", [], "-k") is not (0 or 1) and var code)
            throw new LabException($"`wineserver -k` ended with {code}");
        made.Tool("wineserver", [], "-w");
        return made;
    }

    /// <summary>
    /// A running copy. Files of Windows itself are linked, not copied: Wine replaces such files, it never writes into them.
    /// </summary>
    /// <param name="into">Made here, and removed with it.</param>
    public WinePrefix Copy(string into)
    {
        var copy = new WinePrefix(into);
        Directory.CreateDirectory(copy.DriveC);
        Commands.Run("cp", "-al", Path.Combine(DriveC, "windows"), copy.DriveC);
        foreach (var entry in Directory.EnumerateFileSystemEntries(DriveC).Where(entry => Path.GetFileName(entry) != "windows"))
            Commands.Run("cp", "-a", entry, copy.DriveC);
        foreach (var entry in Directory.EnumerateFileSystemEntries(Root).Where(entry => Path.GetFileName(entry) != "drive_c"))
            Commands.Run("cp", "-a", entry, copy.Root);
        // Otherwise it would end with its last client, and the Windows services with it.
        copy.Tool("wineserver", [], "-p");
        // The first program starts Windows' own services, which must not hold the output of a test's program open.
        copy.Tool("wineboot", []);
        return copy;
    }

    /// <summary>The name that Windows programs have for a file of this machine: <c>Z:\tmp\x</c>.</summary>
    public static string Windows(string path) => "Z:" + Path.GetFullPath(path).Replace('/', '\\');

    /// <summary>The name that this machine has for a file on drive C:.</summary>
    public string Unix(string onDriveC) => Path.Combine([DriveC, .. onDriveC["C:\\".Length..].Split('\\')]);

    /// <summary>Replaces Wine's own netsh with a program of ours.</summary>
    /// <param name="program">netsh.exe, built for x64.</param>
    public void InstallNetsh(string program)
    {
        // Wine's own file is linked into every copy, so it is never written into.
        File.Move(Path.Combine(System32, Netsh), Path.Combine(System32, Netsh + ".wine"));
        File.Copy(program, Path.Combine(System32, Netsh));
    }

    /// <summary>Restores Wine's own netsh, which prints nothing and ends with 0 for any arguments.</summary>
    public void RestoreWinesNetsh() => File.Move(Path.Combine(System32, Netsh + ".wine"), Path.Combine(System32, Netsh), overwrite: true);

    /// <summary>Runs a Windows program to completion.</summary>
    /// <param name="program">Its file on this machine, or a name that Wine knows.</param>
    /// <param name="arguments">As typed.</param>
    /// <exception cref="LabException">It did not end in time.</exception>
    public CommandResult Run(string program, params string[] arguments)
    {
        using var process = LabProcess.Launch(
            "ip",
            ["netns", "exec", Space.Name, .. AtFixedAddresses, "wine", program, .. arguments],
            Environment
        );
        process.StandardInput.Close();
        var output = process.StandardOutput.ReadToEndAsync();
        var error = process.StandardError.ReadToEndAsync();
        if (process.WaitForExit(Until.Limit) && Task.WaitAll([output, error], Until.Limit))
            return new(process.ExitCode, output.Result, error.Result);
        if (!process.HasExited)
            process.Kill();
        throw new LabException(
            $"`{Path.GetFileName(program)} {string.Join(' ', arguments)}` did not end under Wine, or left its output open"
        );
    }

    /// <summary>Starts a Windows program. Its process here is the program itself: killing it is a crash.</summary>
    public LabProcess Start(string program, params string[] arguments) =>
        Space.Start(AtFixedAddresses[0], [.. AtFixedAddresses[1..], "wine", program, .. arguments], Environment);

    /// <summary>Ends everything that runs in this Windows, and removes it.</summary>
    public void Dispose()
    {
        if (disposed)
            return;
        disposed = true;
        if (Directory.Exists(Root))
        {
            // -k ends the server of this prefix; -w returns when it is gone with all its programs.
            _ = Commands.TryRun("wineserver", ["-k"], Environment);
            _ = Commands.TryRun("wineserver", ["-w"], Environment);
        }
        Space.Dispose();
        Directory.Delete(folder, recursive: true);
    }

    internal void Wine(string program, params string[] arguments)
    {
        var result = Run(program, arguments);
        if (result.ExitCode != 0)
            throw new LabException(
                $"`wine {program} {string.Join(' ', arguments)}` ended with {result.ExitCode}: {result.Error}{result.Output}"
            );
    }

    /// <summary>
    /// A program of Wine's own, which runs here. Its output is not read, because the programs it leaves running would hold it open.
    /// </summary>
    private void Tool(string program, Dictionary<string, string> more, params string[] arguments)
    {
        if (Ended(program, more, arguments) is not 0 and var code)
            throw new LabException($"`{program} {string.Join(' ', arguments)}` ended with {code}");
    }

    /// <summary>The same, where the code says something.</summary>
    private int Ended(string program, Dictionary<string, string> more, params string[] arguments)
    {
        var start = new ProcessStartInfo(
            "sh",
            ["-c", Silently, "sh", "ip", "netns", "exec", Space.Name, .. AtFixedAddresses, program, .. arguments]
        )
        {
            UseShellExecute = false,
        };
        foreach (var (name, value) in Environment.Concat(more))
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        if (!process.WaitForExit(Until.Limit))
        {
            process.Kill();
            throw new LabException($"`{program}` did not end");
        }
        return process.ExitCode;
    }
}
