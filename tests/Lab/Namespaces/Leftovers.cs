using System.Globalization;

namespace IwTune.Lab;

/// <summary>Removes namespaces: one's own at the end, and those whose maker died without doing so.</summary>
public static class Leftovers
{
    /// <summary>Removes every namespace whose maker (the process id in its name) is no longer alive, with the processes in it.</summary>
    /// <returns>The names removed.</returns>
    public static IReadOnlyList<string> Sweep() => RemoveAll(maker => !Native.Alive(maker));

    /// <summary>Removes what this process made and has not removed yet, for its end.</summary>
    public static void RemoveOwn() => RemoveAll(maker => maker == Environment.ProcessId);

    private static List<string> RemoveAll(Func<int, bool> madeBy)
    {
        var names = Commands.Run("ip", "netns", "list").Split('\n')
            .Select(line => line.Split(' ')[0])
            .Where(name => Maker(name) is { } maker && madeBy(maker))
            .ToList();
        foreach (var name in names) Remove(name);
        return names;
    }

    internal static void Remove(string name)
    {
        // A process that lives on would keep the namespace alive without a name.
        foreach (var pid in Commands.TryRun("ip", "netns", "pids", name).Output.Split('\n', StringSplitOptions.RemoveEmptyEntries))
            if (int.TryParse(pid, CultureInfo.InvariantCulture, out var id) && id != Environment.ProcessId)
                Native.Signal(id, 9);
        _ = Commands.TryRun("ip", "netns", "delete", name);
    }

    /// <summary>The process id in a name of ours; a name of another form is somebody else's.</summary>
    private static int? Maker(string name) =>
        name.StartsWith(NetNamespace.Prefix, StringComparison.Ordinal)
        && name.Split('-') is [_, var maker, var number, ..]
        && int.TryParse(maker, CultureInfo.InvariantCulture, out var id) && int.TryParse(number, CultureInfo.InvariantCulture, out _)
            ? id : null;
}
