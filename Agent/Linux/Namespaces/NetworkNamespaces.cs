using System.Globalization;
using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Linux.Namespaces;

/// <summary>
/// Finds the network namespaces of a host: those that processes are in (/proc/PID/ns/net) and those that <c>ip netns</c> named.
/// </summary>
/// <param name="proc">/proc, or what a test uses in its place.</param>
/// <param name="podLogs">Where kubelet keeps the logs of pods, whose folders have their names.</param>
public sealed class NetworkNamespaces(string proc = "/proc", string podLogs = "/var/log/pods")
{
    /// <summary>Reads them anew. What may not be read is counted; no exception is thrown for it.</summary>
    public NamespaceReading Read()
    {
        var own = Number(Path.Combine(proc, "thread-self", "ns", "net"));
        var found = new Dictionary<ulong, Found>();
        var unseen = Processes(found, new ContainerOfProcess(podLogs));
        foreach (var (number, name) in Names())
            Of(found, number).Name = name;
        var all = found
            .Select(pair => ToNamespace(pair.Key, pair.Value, pair.Key == own))
            .OrderByDescending(space => space.IsOwn)
            .ThenByDescending(space => space.Processes)
            .ThenBy(space => space.Number);
        return new NamespaceReading([.. all], unseen);
    }

    private int Processes(Dictionary<ulong, Found> found, ContainerOfProcess containers)
    {
        var unseen = 0;
        foreach (var directory in Directory.EnumerateDirectories(proc))
        {
            if (!int.TryParse(Path.GetFileName(directory.AsSpan()), NumberStyles.None, CultureInfo.InvariantCulture, out var pid))
                continue;
            if (Number(Path.Combine(directory, "ns", "net")) is not { } number)
            {
                unseen += Directory.Exists(directory) ? 1 : 0; // it may have ended
                continue;
            }
            var space = Of(found, number);
            space.Processes++;
            if (containers.Of(SystemFile.Lines(Path.Combine(directory, "cgroup"))) is { } container)
                space.Containers[container.TargetId] = container;
            space.Oldest = space.Oldest == 0 ? pid : Math.Min(space.Oldest, pid);
        }
        return unseen;
    }

    /// <summary><c>ip netns</c> names a namespace by mounting it on a file of that name; the list of mounts shows which it is.</summary>
    private IEnumerable<(ulong Number, string Name)> Names()
    {
        const int root = 3,
            point = 4;
        foreach (var line in SystemFile.Lines(Path.Combine(proc, "self", "mountinfo")))
        {
            var words = line.Split(' ', point + 2);
            if (
                words.Length > point
                && InBrackets(words[root]) is { } number
                && Path.GetDirectoryName(words[point]) is "/run/netns" or "/var/run/netns"
            )
                yield return (number, Path.GetFileName(words[point]));
        }
    }

    private NetworkNamespace ToNamespace(ulong number, Found found, bool own)
    {
        var of = Path.Combine(proc, found.Oldest.ToString(CultureInfo.InvariantCulture));
        var example =
            found.Oldest == 0
                ? ""
                : string.Create(CultureInfo.InvariantCulture, $"{SystemFile.Line(Path.Combine(of, "comm"))}, pid {found.Oldest}");
        return new NetworkNamespace(
            number,
            found.Name,
            found.Processes,
            example,
            own || found.Oldest == 0 ? "" : ContainerId(SystemFile.Lines(Path.Combine(of, "cgroup"))),
            own
        )
        {
            Containers = [.. found.Containers.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => pair.Value)],
        };
    }

    /// <summary>Container engines name the control group by the container's id, 64 hexadecimal digits, with other text around it.</summary>
    internal static string ContainerId(string[] cgroup)
    {
        const int length = 64,
            shown = 12;
        foreach (var line in cgroup)
        {
            for (int i = 0, run = 0; i < line.Length; i++)
            {
                run = char.IsAsciiHexDigitLower(line[i]) ? run + 1 : 0;
                if (run == length)
                    return line.Substring(i + 1 - length, shown);
            }
        }
        return "";
    }

    private static ulong? Number(string link)
    {
        try
        {
            return InBrackets(new FileInfo(link).LinkTarget);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary><c>net:[4026531840]</c></summary>
    private static ulong? InBrackets(string? text) =>
        text is ['n', 'e', 't', ':', '[', .. var number, ']']
        && ulong.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var inode)
            ? inode
            : null;

    private static Found Of(Dictionary<ulong, Found> found, ulong number)
    {
        if (!found.TryGetValue(number, out var space))
            found.Add(number, space = new Found());
        return space;
    }

    private sealed class Found
    {
        public string Name { get; set; } = "";

        public int Processes { get; set; }

        public int Oldest { get; set; }

        public Dictionary<string, ContainerFacts> Containers { get; } = new(StringComparer.Ordinal);
    }
}
