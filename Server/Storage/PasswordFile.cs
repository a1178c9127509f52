namespace IwTune.Server.Storage;

/// <summary>
/// A password that is neither on a command line nor in an environment: the first line of a file that only its owner reads.
/// </summary>
internal static class PasswordFile
{
    private const UnixFileMode Others = UnixFileMode.GroupRead | UnixFileMode.GroupWrite | UnixFileMode.OtherRead | UnixFileMode.OtherWrite;

    /// <param name="option">The option that names the file, for problems.</param>
    /// <param name="path">The file.</param>
    /// <param name="problems">Receives what is wrong.</param>
    public static string? Read(string option, string path, ICollection<string> problems)
    {
        try
        {
            // libpq ignores such a file without a message (libpq-pgpass); a server should say why it does not start.
            if (!OperatingSystem.IsWindows() && (File.GetUnixFileMode(path) & Others) != UnixFileMode.None)
                problems.Add($"{option}: {path} can be read or written by others; make it 0600");
            else if (File.ReadLines(path).FirstOrDefault() is { Length: > 0 } password)
                return password;
            else
                problems.Add($"{option}: {path} is empty; its first line is the password");
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            problems.Add($"{option}: {path} cannot be read: {unreadable.Message}");
        }
        return null;
    }
}
