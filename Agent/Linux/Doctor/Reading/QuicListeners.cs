using System.Globalization;
using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Linux.Doctor.Reading;

/// <summary>The programs that wait for QUIC: an unconnected UDP socket on port 443 (net/ipv4/udp.c, udp4_format_sock).</summary>
internal static class QuicListeners
{
    private const int Port = 443;

    /// <summary>thread-self, not self: the network namespace belongs to the thread.</summary>
    private static readonly string[] Files = ["/proc/thread-self/net/udp", "/proc/thread-self/net/udp6"];

    /// <returns>Their names, each once; an empty one stands for a program whose files this user may not see.</returns>
    public static IReadOnlyList<string> Read()
    {
        var sockets = Sockets(Files.SelectMany(SystemFile.Lines));
        return sockets.Count == 0 ? [] : Named(sockets);
    }

    /// <summary>The inodes of the listening sockets.</summary>
    /// <param name="lines">Of /proc/net/udp.</param>
    public static IReadOnlySet<string> Sockets(IEnumerable<string> lines) =>
        lines
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Where(words => words.Length > 9 && PortOf(words[1]) == Port && PortOf(words[2]) == 0)
            .Select(words => words[9])
            .ToHashSet(StringComparer.Ordinal);

    private static int? PortOf(string address) =>
        address.Split(':') is [_, var port] && int.TryParse(port, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;

    private static List<string> Named(IReadOnlySet<string> sockets)
    {
        var wanted = sockets.Select(inode => $"socket:[{inode}]").ToHashSet(StringComparer.Ordinal);
        var names = new SortedSet<string>(StringComparer.Ordinal);
        var found = new HashSet<string>(StringComparer.Ordinal);
        foreach (var process in Directory.EnumerateDirectories("/proc").Where(path => char.IsAsciiDigit(path[^1])))
        {
            var held = Held(process).Where(wanted.Contains).ToList();
            if (held.Count == 0)
                continue;
            found.UnionWith(held);
            names.Add(SystemFile.Line(process + "/comm"));
        }
        if (found.Count < wanted.Count)
            names.Add("");
        return [.. names];
    }

    private static List<string> Held(string process)
    {
        try
        {
            return [.. new DirectoryInfo(process + "/fd").EnumerateFileSystemInfos().Select(file => file.LinkTarget).OfType<string>()];
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
