using System.Globalization;

namespace IwTune.Runner.Times;

/// <summary>
/// Processor time of this process and of all processes started after it, read from /proc (proc(5), stat). The time of a process that has
/// ended is in the sums of its parent, or of process 1.
/// </summary>
internal sealed class ProcessorTime
{
    // Fields of /proc/PID/stat after the name, which may contain blanks; proc(5) counts from 1 and the name is the second.
    private const int User = 11,
        KernelTime = 12,
        ChildrenUser = 13,
        ChildrenKernel = 14,
        Start = 19;

    /// <summary>USER_HZ, which is 100 on every architecture that .NET runs on (asm-generic/param.h).</summary>
    private const double TicksPerSecond = 100;

    private readonly long since = Fields("self")![Start];
    private readonly long before;
    private long most;

    public ProcessorTime() => before = Sum();

    /// <summary>The time used since construction; never less than the previous value.</summary>
    public TimeSpan Used
    {
        get
        {
            most = Math.Max(most, Sum() - before);
            return TimeSpan.FromSeconds(most / TicksPerSecond);
        }
    }

    private long Sum()
    {
        var sum = Fields("1") is { } first ? first[ChildrenUser] + first[ChildrenKernel] : 0;
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
        {
            if (
                int.TryParse(Path.GetFileName(folder), NumberStyles.None, CultureInfo.InvariantCulture, out var pid)
                && pid > 1
                && Fields(Path.GetFileName(folder)) is { } fields
                && fields[Start] >= since
            )
                sum += fields[User] + fields[KernelTime] + fields[ChildrenUser] + fields[ChildrenKernel];
        }
        return sum;
    }

    /// <returns><see langword="null"/> for a process that is gone.</returns>
    private static long[]? Fields(string process)
    {
        try
        {
            var stat = File.ReadAllText($"/proc/{process}/stat");
            return
            [
                .. stat[(stat.LastIndexOf(')') + 2)..]
                    .Split(' ')
                    .Select(word => long.TryParse(word, CultureInfo.InvariantCulture, out var number) ? number : 0),
            ];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
