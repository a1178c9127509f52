namespace IwTune.Lab;

/// <summary>The memory of a process, from /proc/PID/smaps_rollup.</summary>
/// <param name="Resident">Rss: all its pages in memory, including pages of files that it shares with others, bytes.</param>
/// <param name="Anonymous">Anonymous: heap and stacks, which are not shared and which only swap could release, bytes.</param>
/// <param name="Cpu">User and system time since it started (/proc/PID/stat, fields 14 and 15).</param>
public sealed record ProcessMemory(long Resident, long Anonymous, TimeSpan Cpu)
{
    private const double TicksPerSecond = 100; // USER_HZ, the same on every Linux that .NET runs on

    /// <exception cref="IOException">There is no such process, or it may not be read.</exception>
    public static ProcessMemory Of(int pid)
    {
        var rollup = File.ReadAllText($"/proc/{pid}/smaps_rollup");
        return new(Bytes(rollup, "Rss"), Bytes(rollup, "Anonymous"), CpuOf(pid));
    }

    /// <summary>User and system time of a process since it started.</summary>
    public static TimeSpan CpuOf(int pid)
    {
        var stat = File.ReadAllText($"/proc/{pid}/stat");
        var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        return TimeSpan.FromSeconds((long.Parse(fields[11]) + long.Parse(fields[12])) / TicksPerSecond);
    }

    /// <summary>What it has caused to be written to a disk, bytes.</summary>
    public static long WrittenBy(int pid) =>
        long.Parse(
            File.ReadLines($"/proc/{pid}/io").First(line => line.StartsWith("write_bytes:", StringComparison.Ordinal)).Split(' ')[1]
        );

    /// <summary>The sum for a process, its children, and those that ended.</summary>
    public static TimeSpan FamilyCpuOf(int pid)
    {
        var ticks = Fields(pid) is { } own ? own[11..15].Sum(long.Parse) : 0;
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
            if (int.TryParse(Path.GetFileName(folder), out var child) && Fields(child) is { } fields && int.Parse(fields[1]) == pid)
                ticks += fields[11..13].Sum(long.Parse);
        return TimeSpan.FromSeconds(ticks / TicksPerSecond);
    }

    /// <summary>From the third field of /proc/PID/stat on; <see langword="null"/> when it is gone.</summary>
    private static string[]? Fields(int pid)
    {
        try
        {
            var stat = File.ReadAllText($"/proc/{pid}/stat");
            return stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        }
        catch (IOException)
        {
            return null;
        }
    }

    private static long Bytes(string rollup, string name) =>
        long.Parse(
            rollup
                .Split('\n')
                .First(line => line.StartsWith(name + ":", StringComparison.Ordinal))
                .Split(' ', StringSplitOptions.RemoveEmptyEntries)[1]
        ) * 1024;
}
