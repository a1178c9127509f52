using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Lab;

/// <summary>Removes namespaces: the process's own ones at the end, and those whose process died without removing them.</summary>
public static class Leftovers
{
    /// <summary>Removes every namespace whose maker (the process id in its name) is no longer alive, with the processes in it.</summary>
    /// <returns>The names removed.</returns>
    public static IReadOnlyList<string> Sweep() => RemoveAll(maker => !Native.Alive(maker));

    /// <summary>Removes everything that this process made and has not removed yet, at its end.</summary>
    public static void RemoveOwn() => RemoveAll(maker => maker == Environment.ProcessId);

    private static List<string> RemoveAll(Func<int, bool> madeBy)
    {
        var names = Commands
            .Run("ip", "netns", "list")
            .Split('\n')
            .Select(line => line.Split(' ')[0])
            .Where(name => Maker(name) is { } maker && madeBy(maker))
            .ToList();
        foreach (var name in names)
            Remove(name);
        return names;
    }

    internal static void Remove(string name)
    {
        var path = Path.Combine("/run/netns", name);
        // A process that lives on would keep the namespace alive without a name.
        foreach (var process in ProcessesIn(path))
            Native.Signal(process, 9);
        Native.RemoveMountPoint(path);
    }

    /// <summary>The output of <c>ip netns pids</c>, without starting a process for it.</summary>
    /// <remarks>None for a namespace that another program has just removed.</remarks>
    private static IEnumerable<int> ProcessesIn(string path)
    {
        using var file = Open(path);
        if (file is null)
            yield break;
        // The link of the descriptor names the mount point; its number identifies the namespace.
        var number = File.ReadLines($"/proc/self/fdinfo/{file.DangerousGetHandle()}")
            .First(line => line.StartsWith("ino:", StringComparison.Ordinal))["ino:".Length..]
            .Trim();
        var space = $"net:[{number}]";
        foreach (var folder in Directory.EnumerateDirectories("/proc"))
            if (
                int.TryParse(Path.GetFileName(folder), CultureInfo.InvariantCulture, out var id)
                && id != Environment.ProcessId
                && SpaceOf(id) == space
            )
                yield return id;
    }

    private static SafeFileHandle? Open(string path)
    {
        try
        {
            return File.OpenHandle(path);
        }
        catch (FileNotFoundException)
        {
            return null;
        }
    }

    private static string? SpaceOf(int process)
    {
        try
        {
            return new FileInfo($"/proc/{process}/ns/net").LinkTarget;
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The process id in one of our names; a name of another form belongs to another program.</summary>
    private static int? Maker(string name) =>
        name.StartsWith(NetNamespace.Prefix, StringComparison.Ordinal)
        && name.Split('-') is [_, var maker, var number, ..]
        && int.TryParse(maker, CultureInfo.InvariantCulture, out var id)
        && int.TryParse(number, CultureInfo.InvariantCulture, out _)
            ? id
            : null;
}
