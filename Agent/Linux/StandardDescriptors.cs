using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux;

/// <summary>
/// The first three descriptors. Where a caller closed one (<c>&gt;&amp;-</c>), the next opened file would get its number, and messages for
/// people would be written into the journal.
/// </summary>
internal static partial class StandardDescriptors
{
    private const int GetDescriptorFlags = 1;
    private const int ReadAndWrite = 2;
    private const int CloseOnExec = 1; // FD_CLOEXEC
    private const int None = -1;
    private static readonly int[] Given = [0, 1, 2];

    /// <summary>Opens those that are closed: what is written there fails from then on, and nothing is read.</summary>
    public static void Reserve()
    {
        for (var descriptor = 0; descriptor < Given.Length; descriptor++)
        {
            var flags = Control(descriptor, GetDescriptorFlags);
            // No descriptor from a caller has close-on-exec: with it, the runtime opened a file of its own under that number before our
            // code ran.
            if (flags < 0 || (flags & CloseOnExec) != 0)
                Given[descriptor] = None;
            if (flags < 0)
                _ = Open(descriptor == 0 ? "/dev/null" : "/dev/full", ReadAndWrite); // POSIX: the lowest number that is free
        }
    }

    /// <summary>One of the three, as the caller gave it: where it was closed, writing fails and there is nothing to read.</summary>
    public static Stream Stream(int descriptor) =>
        descriptor == 0 && Given[0] == None ? System.IO.Stream.Null : new DescriptorStream(Given[descriptor]);

    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    private static partial int Control(int descriptor, int command);

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);
}
