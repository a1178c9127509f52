using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace IwTune.Agent.Windows.Files;

/// <summary>
/// Renames a file over another and returns when that is on the disk (MOVEFILE_WRITE_THROUGH), which the base library's move does not
/// guarantee. NTFS journals the rename, so after a power cut there is the old file or the new one.
/// </summary>
[SupportedOSPlatform("windows")]
internal static partial class WriteThroughMove
{
    private const uint ReplaceExisting = 0x1,
        WriteThrough = 0x8; // winbase.h

    private const int AccessDenied = 5,
        SharingViolation = 32; // winerror.h

    /// <summary>A virus scanner, a backup or another reader keeps the file open for a moment, and then it cannot be replaced.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <exception cref="IOException">The file cannot be replaced; it is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">The directory may not be written.</exception>
    public static void Replace(string from, string to)
    {
        var error = 0;
        if (SpinWait.SpinUntil(() => (error = Try(from, to)) is not (AccessDenied or SharingViolation), Patience) && error == 0)
            return;
        var sentence = $"{to} could not be replaced: {Marshal.GetPInvokeErrorMessage(error)}";
        throw error == AccessDenied ? new UnauthorizedAccessException(sentence) : new IOException(sentence);
    }

    private static int Try(string from, string to) => Move(from, to, ReplaceExisting | WriteThrough) ? 0 : Marshal.GetLastPInvokeError();

    [LibraryImport("kernel32", EntryPoint = "MoveFileExW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool Move(string from, string to, uint flags);
}
