using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux;

/// <summary>The program that this process runs.</summary>
internal static partial class ProcessImage
{
    /// <summary>Runs another program in this process; returns only when that fails.</summary>
    /// <param name="file">The program's path.</param>
    /// <param name="arguments">Its arguments, the first of which is the name it sees.</param>
    /// <returns>Why not; <see langword="null"/> when there is no such file.</returns>
    public static string? Replace(string file, params ReadOnlySpan<string> arguments)
    {
        _ = Execute(file, [.. arguments, null]);
        return Marshal.GetLastPInvokeError() is not NoEntry and var error ? Marshal.GetPInvokeErrorMessage(error) : null;
    }

    /// <summary>ENOENT of errno(3).</summary>
    private const int NoEntry = 2;

    /// <summary>execv(3).</summary>
    [LibraryImport("libc", EntryPoint = "execv", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Execute(string file, string?[] arguments);
}
