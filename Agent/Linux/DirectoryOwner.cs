using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux;

/// <summary>
/// The agent runs as a user of its own, and root's commands write into its directory, too. What root makes there belongs to the owner of
/// the directory, or the agent could not read it.
/// </summary>
internal static partial class DirectoryOwner
{
    // include/uapi/linux/stat.h and fcntl.h. The structure is the same on every architecture, unlike that of stat(2).
    private const int CurrentDirectory = -100,
        StructureSize = 256,
        UserAt = 20,
        GroupAt = 24;
    private const uint UserAndGroup = 0x8 | 0x10;

    private static readonly long StatX = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 332 : 291;

    /// <summary>Gives a file that this process made to the owner of its directory. Only root can give it away.</summary>
    /// <param name="file">The file, open: its name may lead elsewhere by now.</param>
    /// <param name="path">Its name.</param>
    /// <exception cref="IOException">The owner cannot be read or given.</exception>
    public static void Give(SafeFileHandle file, string path)
    {
        if (!OperatingSystem.IsLinux() || EffectiveUser() != 0)
            return;
        var (user, group) = Of(Path.GetDirectoryName(Path.GetFullPath(path))!);
        if (user != 0 && ChangeOwner(file, user, group) != 0)
            throw new IOException($"{path} could not be given to user {user}: {Marshal.GetLastPInvokeErrorMessage()}");
    }

    /// <summary>The user and the group that a directory belongs to.</summary>
    internal static (uint User, uint Group) Of(string directory)
    {
        Span<byte> found = stackalloc byte[StructureSize];
        if (Status(StatX, CurrentDirectory, directory, 0, UserAndGroup, ref MemoryMarshal.GetReference(found)) != 0)
            throw new IOException($"The owner of {directory} cannot be read: {Marshal.GetLastPInvokeErrorMessage()}");
        return (Number(found[UserAt..]), Number(found[GroupAt..]));
    }

    private static uint Number(ReadOnlySpan<byte> at) => BinaryPrimitives.ReadUInt32LittleEndian(at);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint EffectiveUser();

    [LibraryImport("libc", EntryPoint = "fchown", SetLastError = true)]
    private static partial int ChangeOwner(SafeFileHandle file, uint user, uint group);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial long Status(long number, long directory, string path, long flags, ulong mask, ref byte found);
}
