using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux;

/// <summary>The session of this process, to which a terminal sends signals.</summary>
internal static partial class ProcessSession
{
    /// <summary>Leaves it, so that neither Ctrl+C nor the end of the terminal reaches this process.</summary>
    public static void Leave() => _ = SetSession();

    [LibraryImport("libc", EntryPoint = "setsid", SetLastError = true)]
    private static partial int SetSession();
}
