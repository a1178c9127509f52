using System.Runtime.Versioning;
using System.Text;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting;

/// <summary>The one directory everything durable lives in: the store, the CA's key, the signing key, cookie keys.</summary>
public sealed class DataDirectory
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    private DataDirectory(string path) => Path = path;

    public string Path { get; }

    /// <summary>Opens the directory, making it (0700) when there is none.</summary>
    /// <exception cref="StorageUnusableException">It can neither be made nor written to.</exception>
    public static DataDirectory Open(string path)
    {
        var full = System.IO.Path.GetFullPath(path);
        try
        {
            if (OperatingSystem.IsWindows())
                Directory.CreateDirectory(full);
            else
                Close(Directory.CreateDirectory(full, OwnerOnly | UnixFileMode.UserExecute));
            return new DataDirectory(full);
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException($"The data directory {full} cannot be used: {denied.Message.TrimEnd('.')}. Name another one with --data.", denied);
        }
    }

    /// <summary>One that was there may be open to everybody, and the store in it is readable to whom its directory lets in. A group is an administrator's choice.</summary>
    [UnsupportedOSPlatform("windows")]
    private static void Close(DirectoryInfo directory)
    {
        const UnixFileMode others = UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute, writers = UnixFileMode.GroupWrite;
        var mode = directory.UnixFileMode;
        if ((mode & (others | writers)) == UnixFileMode.None)
            return;
        directory.UnixFileMode = mode & ~(others | writers);
        System.Console.Error.WriteLine($"iwtune-server: {directory.FullName} was open to others ({Octal(mode)}) and is closed to them now ({Octal(directory.UnixFileMode)}): it holds keys and the store.");
    }

    private static string Octal(UnixFileMode mode) => $"0{Convert.ToString((int)mode, 8)}";

    public string File(string name) => System.IO.Path.Combine(Path, name);

    public string? ReadText(string name) => System.IO.File.Exists(File(name)) ? System.IO.File.ReadAllText(File(name)) : null;

    /// <summary>Writes a file that only its owner can read, whole or not at all.</summary>
    /// <exception cref="StorageUnusableException">The directory cannot be written to.</exception>
    public void WriteSecret(string name, string text)
    {
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OwnerOnly;
        var draft = File($"{name}.{Environment.ProcessId}.new");
        try
        {
            using (var stream = new FileStream(draft, options))
            {
                stream.Write(Encoding.UTF8.GetBytes(text));
                // Before it takes the name: a file of that name and no content is what a power cut leaves otherwise.
                stream.Flush(flushToDisk: true);
            }
            System.IO.File.Move(draft, File(name), overwrite: true);
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException($"{File(name)} cannot be written: {denied.Message}", denied);
        }
    }
}
