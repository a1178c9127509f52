using System.Diagnostics;

namespace IwTune.WindowsDouble.Machine;

/// <summary>Many processes and threads use one machine: one at a time.</summary>
internal static class FileLock
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    public static IDisposable Take(string path)
    {
        var since = Stopwatch.GetTimestamp();
        while (true)
        {
            try
            {
                return new FileStream(path + ".lock", FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException)
                when (Stopwatch.GetElapsedTime(since) < Patience
                    && Directory.Exists(System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(path)))
                )
            {
                Thread.Sleep(2);
            }
        }
    }
}
