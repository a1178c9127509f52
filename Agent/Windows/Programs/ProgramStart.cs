using System.ComponentModel;

namespace IwTune.Agent.Windows.Programs;

/// <summary>Why the program did not start, with its path.</summary>
internal static class ProgramStart
{
    // ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND and ENOENT; ERROR_ACCESS_DENIED; EACCES (winerror.h, errno.h).
    private const int FileNotFound = 2,
        PathNotFound = 3,
        AccessDenied = 5,
        PermissionDenied = 13;

    public static string Explain(string path, Exception refused) =>
        (refused as Win32Exception)?.NativeErrorCode switch
        {
            FileNotFound or PathNotFound => $"{path} is not there; it is a part of Windows: restore it with `sfc /scannow`",
            AccessDenied or PermissionDenied =>
                $"{path} may not be run (access denied); look at its permissions and at AppLocker or WDAC rules",
            _ => $"{path} did not start: {refused.Message}",
        };
}
