using System.Runtime.Versioning;
using System.Text;
using IwTune.Server.Hosting.Keys;
using IwTune.Server.Hosting.Keys.Tokens;
using IwTune.Server.Hosting.Linux;
using IwTune.Server.Hosting.Windows;
using IwTune.Server.Storage;

namespace IwTune.Server.Hosting;

/// <summary>The one directory everything durable lives in: the store, the CA's key, the signing key, cookie keys.</summary>
public sealed class DataDirectory
{
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>The folder of the keys that seal cookies and forms.</summary>
    public const string CookieKeys = "cookie-keys";

    private const string KeySuffix = ".key",
        ClosedMark = "closed:";

    private DataDirectory(string path, KeySeal? seal, TokenModule? tokens) => (Path, Seal, Tokens) = (path, seal, tokens);

    public string Path { get; }

    /// <summary>The seal of private keys; <see langword="null"/> leaves them to the modes of their files.</summary>
    internal KeySeal? Seal { get; }

    /// <summary>The token module for private keys that are only named here; <see langword="null"/> without one.</summary>
    internal TokenModule? Tokens { get; }

    /// <summary>Opens the directory, making it (0700; on Windows for SYSTEM and administrators) when there is none.</summary>
    /// <exception cref="StorageUnusableException">It can neither be made nor written to, or its content cannot be trusted.</exception>
    public static DataDirectory Open(string path) => Open(path, seal: null);

    /// <inheritdoc cref="Open(string)"/>
    internal static DataDirectory Open(string path, KeySeal? seal, TokenModule? tokens = null)
    {
        var full = System.IO.Path.GetFullPath(path);
        try
        {
            if (OperatingSystem.IsWindows())
                DataDirectoryRights.Close(full);
            else
                Close(Directory.CreateDirectory(full, OwnerOnly | UnixFileMode.UserExecute));
            return new DataDirectory(full, seal, tokens);
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException(
                $"The data directory {full} cannot be used: {denied.Message.TrimEnd('.')}. Give another one with --data.",
                denied
            );
        }
    }

    /// <summary>
    /// An existing directory may be open to all users, and its mode decides who can read the store in it. Access for a group is an
    /// administrator's choice.
    /// </summary>
    [UnsupportedOSPlatform("windows")]
    private static void Close(DirectoryInfo directory)
    {
        const UnixFileMode others = UnixFileMode.OtherRead | UnixFileMode.OtherWrite | UnixFileMode.OtherExecute,
            writers = UnixFileMode.GroupWrite;
        var mode = directory.UnixFileMode;
        if ((mode & (others | writers)) == UnixFileMode.None)
            return;
        directory.UnixFileMode = mode & ~(others | writers);
        System.Console.Error.WriteLine(
            $"iwtune-server: {directory.FullName} was open to others ({Octal(mode)}) and is closed to them now "
                + $"({Octal(directory.UnixFileMode)}): it holds keys and the store."
        );
    }

    private static string Octal(UnixFileMode mode) => $"0{Convert.ToString((int)mode, 8)}";

    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <summary>The text of a file; <see langword="null"/> when there is none.</summary>
    /// <exception cref="StorageUnusableException">It cannot be read.</exception>
    public string? ReadText(string name)
    {
        try
        {
            return System.IO.File.Exists(File(name)) ? System.IO.File.ReadAllText(File(name)) : null;
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException(
                $"{File(name)} cannot be read: {denied.Message.TrimEnd('.')}. The files of the data directory must belong to the user of "
                    + "the server.",
                denied
            );
        }
    }

    /// <summary>The text of a private key's file, opened; <see langword="null"/> when there is none.</summary>
    /// <exception cref="StorageUnusableException">It is closed, with another secret than this server has.</exception>
    public string? ReadKey(string name)
    {
        var text = ReadText(name);
        if (text is null || ClosedIn(text) is not { } closed)
            return text;
        if (Seal is null)
            throw new StorageUnusableException($"{File(name)} is encrypted: name the file of the servers' --key-file with --key-file.");
        return Seal.Open(name, closed)
            ?? throw new StorageUnusableException($"{File(name)} is encrypted with another file than --key-file names. {KeySeal.WayOut}");
    }

    /// <summary>Whether a private key's file, if there is one, is open or can be opened.</summary>
    internal bool CanOpen(string name) => Seal is not null || !IsClosed(name);

    /// <summary>Writes a private key, closed where there is something to close it with.</summary>
    /// <exception cref="StorageUnusableException">
    /// The directory cannot be written to, or another key in it is closed with what this one would not be.
    /// </exception>
    public void WriteKey(string name, string text)
    {
        if (Directory.EnumerateFiles(Path, "*" + KeySuffix).Select(System.IO.Path.GetFileName).FirstOrDefault(IsClosed) is { } closed)
            ReadKey(closed);
        WriteSecret(name, Seal is not null && IsPrivate(name) ? $"{ClosedMark}{Seal.Close(name, text)}\n" : text);
    }

    private static bool IsPrivate(string name) =>
        name.EndsWith(KeySuffix, StringComparison.Ordinal) || name.StartsWith($"{CookieKeys}/", StringComparison.Ordinal);

    /// <summary>Whether a private key's file is encrypted.</summary>
    internal bool IsClosed(string? name) => ReadText(name!) is { } text && ClosedIn(text) is not null;

    private static string? ClosedIn(string text) =>
        text.StartsWith(ClosedMark, StringComparison.Ordinal) ? text[ClosedMark.Length..].Trim() : null;

    /// <summary>
    /// Closes the private keys that lie open from before there was something to close them with, and again those that the former file
    /// closed.
    /// </summary>
    /// <exception cref="StorageUnusableException">The directory cannot be written to, or neither file opens one.</exception>
    /// <returns>How many were closed.</returns>
    public int CloseKeys()
    {
        if (Seal is null)
            return 0;
        var count = 0;
        var cookies = Directory.Exists(File(CookieKeys)) ? Directory.EnumerateFiles(File(CookieKeys), "*.xml") : [];
        foreach (
            var name in Directory
                .EnumerateFiles(Path, "*" + KeySuffix)
                .Select(path => System.IO.Path.GetFileName(path))
                .Concat(cookies.Select(path => $"{CookieKeys}/{System.IO.Path.GetFileName(path)}"))
                .ToList()
        )
            if (ReadText(name) is { } text && (ClosedIn(text) is not { } closed || Seal.IsFormer(name, closed)))
            {
                WriteKey(name, ReadKey(name)!);
                count++;
            }
        return count;
    }

    /// <summary>Gives a file the time of what it holds.</summary>
    internal void Date(string name, DateTimeOffset time)
    {
        try
        {
            if (System.IO.File.GetLastWriteTimeUtc(File(name)) != time.UtcDateTime)
                System.IO.File.SetLastWriteTimeUtc(File(name), time.UtcDateTime);
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            // A server does its work without it.
        }
    }

    /// <summary>Makes a folder that only its owner can read; nothing when it is there.</summary>
    /// <exception cref="StorageUnusableException">The directory cannot be written to.</exception>
    internal void MakeFolder(string name)
    {
        var path = File(name);
        if (Directory.Exists(path))
            return;
        try
        {
            if (OperatingSystem.IsWindows())
                Directory.CreateDirectory(path);
            else
                Directory.CreateDirectory(path, OwnerOnly | UnixFileMode.UserExecute);
            DataOwner.GiveFolder(path);
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw new StorageUnusableException($"{path} cannot be made: {denied.Message}", denied);
        }
    }

    /// <summary>Writes a file that only its owner can read, whole or not at all.</summary>
    /// <exception cref="StorageUnusableException">The directory cannot be written to.</exception>
    public void WriteSecret(string name, string text)
    {
        // Only a new file: the directory may belong to another user, whose link would lead elsewhere.
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = OwnerOnly;
        var draft = Drafts.Of(File(name));
        try
        {
            System.IO.File.Delete(draft);
            using (var stream = new FileStream(draft, options))
            {
                DataOwner.Give(stream.SafeFileHandle, draft);
                stream.Write(Encoding.UTF8.GetBytes(text));
                // Before it takes the name: a file of that name and no content is what a power cut leaves otherwise.
                stream.Flush(flushToDisk: true);
            }
            System.IO.File.Move(draft, File(name), overwrite: true);
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            if (System.IO.File.Exists(draft))
                System.IO.File.Delete(draft);
            throw new StorageUnusableException($"{File(name)} cannot be written: {denied.Message}", denied);
        }
    }
}
