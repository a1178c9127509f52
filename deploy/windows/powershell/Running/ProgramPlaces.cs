namespace IwTune.PowerShell.Running;

/// <summary>
/// Where iwtune may be. Never the search path: a module that runs elevated must not start a file that another user put there.
/// </summary>
internal static class ProgramPlaces
{
    private static bool OnWindows => Path.DirectorySeparatorChar == '\\';

    private static string Name => OnWindows ? "iwtune.exe" : "iwtune";

    /// <summary>Every place in the order they are looked at.</summary>
    /// <param name="module">The folder of this module.</param>
    /// <param name="registered">What the installer wrote into the registry (App Paths); <see langword="null"/> for nothing.</param>
    public static IEnumerable<string> All(string module, string? registered)
    {
        // The installer puts the module into powershell\IwTune of its folder; a zip that was unpacked looks the same.
        var folder = new DirectoryInfo(module);
        for (var up = 0; up < 4 && folder is not null; up++, folder = folder.Parent)
            yield return Path.Combine(folder.FullName, Name);
        if (!string.IsNullOrEmpty(registered) && Path.IsPathRooted(registered))
            yield return registered!;
        if (Environment.GetFolderPath(Environment.SpecialFolder.ProgramFiles) is { Length: > 0 } programs)
            yield return Path.Combine(programs, "IwTune", Name);
        if (OnWindows)
            yield break;
        yield return "/usr/bin/iwtune";
        yield return "/usr/local/bin/iwtune";
    }

    /// <returns>The first that is there; <see langword="null"/> when none is.</returns>
    public static string? Find(string module, string? registered) => All(module, registered).FirstOrDefault(File.Exists);
}
