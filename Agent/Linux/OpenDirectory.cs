using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux;

/// <summary>A directory as an open file, which the base library does not give.</summary>
internal static partial class OpenDirectory
{
    private const int CloseOnExec = 0x80000; // O_CLOEXEC

    /// <summary>
    /// O_DIRECTORY of asm-generic/fcntl.h, or of asm/fcntl.h for arm, arm64 and powerpc, where the generic number is O_DIRECT's and no
    /// directory can be opened with it.
    /// </summary>
    private static readonly int DirectoryOnly = RuntimeInformation.ProcessArchitecture
        is Architecture.Arm
            or Architecture.Arm64
            or Architecture.Ppc64le
        ? 0x4000
        : 0x10000;

    /// <summary>Opens it for reading; an invalid handle when that fails, and the reason is the last error of the system.</summary>
    public static SafeFileHandle Of(string path) => Open(path, DirectoryOnly | CloseOnExec);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial SafeFileHandle Open(string path, int flags);
}
