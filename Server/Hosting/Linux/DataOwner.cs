using System.Formats.Tar;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Server.Hosting.Linux;

/// <summary>
/// The service runs as a user of its own, and root's commands write into its data directory, too. What root makes there belongs to the
/// owner of the directory, or the server could not read it.
/// </summary>
internal static partial class DataOwner
{
    /// <summary>Gives a file that this process made in a data directory to its owner. Only root can give it away.</summary>
    /// <param name="file">The file, open: its name may lead elsewhere by now.</param>
    /// <param name="path">Its name.</param>
    /// <exception cref="IOException">The owner cannot be given.</exception>
    public static void Give(SafeFileHandle file, string path)
    {
        if (Of(Path.GetDirectoryName(path)!) is var (user, group) && ChangeOwner(file, user, group) != 0)
            throw NotGiven(path, user);
    }

    /// <summary>Gives a folder that this process made in a data directory to its owner.</summary>
    /// <exception cref="IOException">The owner cannot be given.</exception>
    public static void GiveFolder(string path)
    {
        if (Of(Path.GetDirectoryName(path)!) is var (user, group) && ChangeOwnerOf(path, user, group) != 0)
            throw NotGiven(path, user);
    }

    /// <summary>Gives all that is below a directory, which this user alone can write to, to the owner of a data directory.</summary>
    /// <exception cref="IOException">The owner cannot be given.</exception>
    public static void GiveAll(string below, string directory)
    {
        if (Of(directory) is not var (user, group))
            return;
        foreach (var path in Directory.EnumerateFileSystemEntries(below, "*", SearchOption.AllDirectories))
            if (ChangeOwnerOf(path, user, group) != 0)
                throw NotGiven(path, user);
    }

    /// <summary>The user and the group of a directory; <see langword="null"/> when this process has nothing to give to them.</summary>
    private static (int User, int Group)? Of(string directory)
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess)
            return null;
        // That of systemd's DynamicUser= is reached by a link of root.
        var target = new DirectoryInfo(directory).ResolveLinkTarget(returnFinalTarget: true)?.FullName ?? directory;
        // The base library has no other way to an owner.
        using var header = new MemoryStream();
        using (var writer = new TarWriter(header, leaveOpen: true))
            writer.WriteEntry(target, "directory");
        header.Position = 0;
        using var reader = new TarReader(header);
        return reader.GetNextEntry() is { Uid: not 0 } entry ? (entry.Uid, entry.Gid) : null;
    }

    private static IOException NotGiven(string path, int user) =>
        new($"{path} could not be given to user {user}: {Marshal.GetLastPInvokeErrorMessage()}");

    [LibraryImport("libc", EntryPoint = "fchown", SetLastError = true)]
    private static partial int ChangeOwner(SafeFileHandle file, int user, int group);

    // Of a link, not of what it leads to.
    [LibraryImport("libc", EntryPoint = "lchown", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int ChangeOwnerOf(string path, int user, int group);
}
