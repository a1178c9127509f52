using System.Globalization;

namespace IwTune.Lab;

/// <summary>A control group (version 2) of a test: what attaches to it affects only the processes that are started in it.</summary>
public sealed class ControlGroup : IDisposable
{
    private static int made;

    private ControlGroup(string path) => Path = path;

    /// <summary>Its directory.</summary>
    public string Path { get; }

    /// <summary>The same for a process that sees /sys as this process does, and may not read other mounts.</summary>
    public string PlainPath => Path[$"/proc/{Environment.ProcessId}/root".Length..];

    /// <summary>Why none can be made, as a sentence; <see langword="null"/> when one can.</summary>
    public static string? Missing =>
        Root() is null ? "no cgroup v2 hierarchy is mounted: mount -t cgroup2 none /sys/fs/cgroup/unified" : null;

    /// <summary>Makes one below the top of the hierarchy.</summary>
    /// <exception cref="LabException">None is mounted.</exception>
    public static ControlGroup Create() => Below(Root() ?? throw new LabException("no cgroup v2 hierarchy is mounted"));

    /// <summary>Makes one inside this one.</summary>
    public ControlGroup Child() => Below(Path);

    /// <summary>The command that starts a program in this group.</summary>
    /// <remarks>The shell joins the group and then becomes the program, which therefore keeps its process id.</remarks>
    public (string Program, string[] Arguments) Command(string program, params string[] arguments) =>
        ("sh", ["-c", $"echo $$ > {Path}/cgroup.procs && exec \"$@\"", "sh", program, .. arguments]);

    /// <summary>The processes in it.</summary>
    public IReadOnlyList<int> Processes =>
        [.. File.ReadAllLines(System.IO.Path.Combine(Path, "cgroup.procs")).Select(line => int.Parse(line, CultureInfo.InvariantCulture))];

    /// <summary>Kills what still runs in it and removes it.</summary>
    public void Dispose()
    {
        Until.True(
            () =>
            {
                if (!Directory.Exists(Path))
                    return true;
                foreach (var process in Processes)
                    Native.Signal(process, 9);
                try
                {
                    Directory.Delete(Path);
                    return true;
                }
                catch (IOException)
                {
                    return false; // killed processes are not gone yet
                }
            },
            () => $"{Path} cannot be removed"
        );
    }

    private static ControlGroup Below(string parent)
    {
        var path = System.IO.Path.Combine(parent, $"iwt-{Environment.ProcessId}-{Interlocked.Increment(ref made)}");
        Directory.CreateDirectory(path);
        return new ControlGroup(path);
    }

    /// <summary>As this process sees it: inside a network namespace /sys is another mount, without control groups.</summary>
    private static string? Root() =>
        File.ReadLines($"/proc/{Environment.ProcessId}/mounts")
            .Select(line => line.Split(' '))
            .FirstOrDefault(mount => mount[2] == "cgroup2")
            is [_, var point, ..]
            ? $"/proc/{Environment.ProcessId}/root{point}"
            : null;
}
