using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Linux;

/// <summary>A directory as an open file, which the base library does not give.</summary>
internal static partial class OpenDirectory
{
    /// <summary>Opens it for reading; an invalid handle when that fails, and the reason is the last error of the system.</summary>
    public static SafeFileHandle Of(string path) => Open(path, OpenFlags.DirectoryOnly | OpenFlags.CloseOnExec);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial SafeFileHandle Open(string path, int flags);
}
