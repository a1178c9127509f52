using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace IwTune.Server.Hosting;

/// <summary>
/// Files and folders under a name of their own until they are complete. A process that is killed leaves them, and they may hold keys; the
/// name has the process's number, so the next one finds them.
/// </summary>
internal static partial class Drafts
{
    private static readonly EnumerationOptions Everywhere = new() { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.None };

    public static string Of(string path) => $"{path}.{Environment.ProcessId}.new";

    /// <summary>Deletes those files below a directory that no process writes. Only before this process writes any there.</summary>
    public static void RemoveFiles(string directory)
    {
        foreach (var path in Directory.EnumerateFiles(directory, "*.new", Everywhere))
        {
            if (!IsLeft(path))
                continue;
            try
            {
                File.Delete(path);
            }
            catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
            {
                // A directory that cannot be written to stops what needs to write.
            }
        }
    }

    /// <summary>Those folders in a directory that no process of this machine fills.</summary>
    public static IEnumerable<string> FoldersLeft(string directory) => Directory.EnumerateDirectories(directory, "*.new").Where(IsLeft);

    private static bool IsLeft(string path) =>
        Form().Match(path) is { Success: true } found
        && int.TryParse(found.Groups["process"].Value, CultureInfo.InvariantCulture, out var process)
        && (process == Environment.ProcessId || !IsRunning(process));

    private static bool IsRunning(int process)
    {
        try
        {
            using (Process.GetProcessById(process)) { }
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    [GeneratedRegex(@"\.(?<process>[0-9]{1,9})\.new$", RegexOptions.ExplicitCapture, matchTimeoutMilliseconds: 1000)]
    private static partial Regex Form();
}
