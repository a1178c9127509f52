using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux;

/// <summary>A file of the state directory. The directory belongs to the agent's user, and root's commands write into it, too.</summary>
internal static partial class OwnFile
{
    private const int AccessDenied = 13; // EACCES
    private const int Exists = 17; // EEXIST
    private const int LinkLoop = 40; // ELOOP
    private const int ReadAndWrite = 0b110_110_110; // less the umask
    private const int Writing = OpenFlags.WriteOnly | OpenFlags.CloseOnExec;

    /// <summary>
    /// Opens it for writing; one that is not there is made, for the directory's owner. A link is not followed: it could lead root to any
    /// file of the host.
    /// </summary>
    /// <exception cref="IOException">It is a link, or cannot be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">Not writable by this user.</exception>
    public static SafeFileHandle OpenToWrite(string path)
    {
        if (!OperatingSystem.IsLinux())
            return File.OpenHandle(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read);
        var made = Open(path, Writing | OpenFlags.Create | OpenFlags.OnlyNew, ReadAndWrite);
        if (!made.IsInvalid)
        {
            DirectoryOwner.Give(made, path);
            return made;
        }
        if (Marshal.GetLastPInvokeError() != Exists)
            throw Unopened(path, Marshal.GetLastPInvokeError());
        var file = Open(path, Writing | OpenFlags.NoLink, 0);
        return file.IsInvalid ? throw Unopened(path, Marshal.GetLastPInvokeError()) : file;
    }

    /// <summary>A failure of a file that was opened here: the base library does not know its path.</summary>
    public static IOException Failed(string path, IOException why) => new($"{path} could not be written: {why.Message.TrimEnd('.')}.", why);

    private static Exception Unopened(string path, int error) =>
        error switch
        {
            AccessDenied => new UnauthorizedAccessException($"Access to the path '{path}' is denied."),
            LinkLoop => new IOException($"{path} is a link, and links in the state directory are not followed: replace it by the file."),
            _ => new IOException($"{path} cannot be opened: {Marshal.GetPInvokeErrorMessage(error)}."),
        };

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial SafeFileHandle Open(string path, int flags, int mode);
}
