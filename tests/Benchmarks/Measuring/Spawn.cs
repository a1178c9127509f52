using System.Collections;
using System.Diagnostics;
using System.Runtime.InteropServices;

namespace IwTune.Benchmarks.Measuring;

/// <summary>The cost of one run of a program.</summary>
/// <param name="Wall">From the call that creates the process to its end.</param>
/// <param name="Cpu">User and system time of it and the children it waited for.</param>
/// <param name="PeakBytes">Largest resident set of it or any of those children, bytes.</param>
internal sealed record Run(TimeSpan Wall, TimeSpan Cpu, long PeakBytes);

/// <summary>
/// Runs a program by posix_spawn(3) and wait4(2) in the network namespace of the calling thread. They cost a tenth of a millisecond, where
/// System.Diagnostics.Process costs several.
/// </summary>
internal static partial class Spawn
{
    private const int WriteCreateTruncate = 0x241;

    /// <summary>Runs it to completion and discards its output.</summary>
    /// <exception cref="BenchException">It could not be started, or its exit code is not allowed; the text has its output.</exception>
    public static unsafe Run Timed(
        IReadOnlyList<string> command,
        IReadOnlyDictionary<string, string>? environment = null,
        IReadOnlyList<int>? allowed = null
    )
    {
        var said = Path.GetTempFileName();
        var arguments = Strings(command);
        var variables = Strings([.. Variables(environment)]);
        var actions = NativeMemory.AllocZeroed(256); // posix_spawn_file_actions_t is 80 bytes in glibc on 64 bits
        try
        {
            _ = ActionsInit(actions);
            _ = ActionsOpen(actions, 0, "/dev/null", 0, 0);
            _ = ActionsOpen(actions, 1, said, WriteCreateTruncate, 0x180);
            _ = ActionsDup(actions, 1, 2);
            var clock = Stopwatch.StartNew();
            var error = PosixSpawn(out var pid, command[0], actions, null, arguments, variables);
            if (error != 0)
                throw new BenchException($"could not start {command[0]}: {Marshal.GetPInvokeErrorMessage(error)}");
            var usage = stackalloc long[18];
            int status;
            while (Wait(pid, &status, 0, usage) < 0 && Marshal.GetLastPInvokeError() == 4) { }
            var wall = clock.Elapsed;
            var code = (status & 0x7f) == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f);
            if (code != 0 && allowed?.Contains(code) != true)
                throw new BenchException($"`{string.Join(' ', command)}` ended with {code}: {File.ReadAllText(said).Trim()}");
            return new(wall, Time(usage[0], usage[1]) + Time(usage[2], usage[3]), usage[4] * 1024);
        }
        finally
        {
            _ = ActionsDestroy(actions);
            NativeMemory.Free(actions);
            Free(arguments);
            Free(variables);
            File.Delete(said);
        }
    }

    private static IEnumerable<string> Variables(IReadOnlyDictionary<string, string>? more)
    {
        foreach (DictionaryEntry own in Environment.GetEnvironmentVariables())
            if (more?.ContainsKey((string)own.Key) != true)
                yield return $"{own.Key}={own.Value}";
        foreach (var (name, value) in more ?? new Dictionary<string, string>())
            yield return $"{name}={value}";
    }

    private static TimeSpan Time(long seconds, long microseconds) => TimeSpan.FromMicroseconds(seconds * 1_000_000 + microseconds);

    private static unsafe nint* Strings(IReadOnlyList<string> texts)
    {
        var made = (nint*)NativeMemory.AllocZeroed((nuint)(texts.Count + 1), (nuint)sizeof(nint));
        for (var i = 0; i < texts.Count; i++)
            made[i] = Marshal.StringToCoTaskMemUTF8(texts[i]);
        return made;
    }

    private static unsafe void Free(nint* texts)
    {
        for (var i = 0; texts[i] != 0; i++)
            Marshal.FreeCoTaskMem(texts[i]);
        NativeMemory.Free(texts);
    }

    [LibraryImport("libc", EntryPoint = "posix_spawnp", StringMarshalling = StringMarshalling.Utf8)]
    private static unsafe partial int PosixSpawn(
        out int pid,
        string file,
        void* actions,
        void* attributes,
        nint* arguments,
        nint* environment
    );

    [LibraryImport("libc", EntryPoint = "wait4", SetLastError = true)]
    private static unsafe partial int Wait(int pid, int* status, int options, long* usage);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_init")]
    private static unsafe partial int ActionsInit(void* actions);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_addopen", StringMarshalling = StringMarshalling.Utf8)]
    private static unsafe partial int ActionsOpen(void* actions, int descriptor, string path, int flags, uint mode);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_adddup2")]
    private static unsafe partial int ActionsDup(void* actions, int descriptor, int copy);

    [LibraryImport("libc", EntryPoint = "posix_spawn_file_actions_destroy")]
    private static unsafe partial int ActionsDestroy(void* actions);
}
