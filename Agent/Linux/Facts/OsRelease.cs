namespace IwTune.Agent.Linux.Facts;

/// <summary>The distribution's name (os-release(5)).</summary>
internal static class OsRelease
{
    private const string Key = "PRETTY_NAME=";

    public static string PrettyName()
    {
        var lines = SystemFile.Lines("/etc/os-release");
        return PrettyName(lines.Length > 0 ? lines : SystemFile.Lines("/usr/lib/os-release"));
    }

    /// <summary>Values are quoted as in a shell.</summary>
    internal static string PrettyName(IEnumerable<string> lines) =>
        lines.FirstOrDefault(line => line.StartsWith(Key, StringComparison.Ordinal))?[Key.Length..].Trim().Trim('"', '\'') ?? "Linux";
}
