using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux;

/// <summary>
/// The first three descriptors. Where a caller closed one (<c>&gt;&amp;-</c>), the next file that is opened would get its number, and what is
/// said to people would be written into the journal.
/// </summary>
internal static partial class StandardDescriptors
{
    private const int GetDescriptorFlags = 1;
    private const int ReadAndWrite = 2;

    /// <summary>Opens those that are closed: what is written there fails from then on, and nothing is read.</summary>
    public static void Reserve()
    {
        for (var descriptor = 0; descriptor <= 2; descriptor++)
        {
            if (Control(descriptor, GetDescriptorFlags) < 0)
                _ = Open(descriptor == 0 ? "/dev/null" : "/dev/full", ReadAndWrite); // POSIX: the lowest number that is free
        }
    }

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int Control(int descriptor, int command);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);
}
