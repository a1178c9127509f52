using System.Globalization;
using IwTune.Agent.Linux.Facts;

namespace IwTune.Agent.Linux.Doctor.Reading;

/// <summary>TCP's counters: two lines a group, the names and then the numbers (net/ipv4/proc.c).</summary>
internal static class TcpCounters
{
    /// <summary>thread-self, not self: the network namespace belongs to the thread.</summary>
    private static readonly string[] Files = ["/proc/thread-self/net/snmp", "/proc/thread-self/net/netstat"];

    public static IReadOnlyDictionary<string, long> Read() => Parse(Files.SelectMany(SystemFile.Lines));

    public static IReadOnlyDictionary<string, long> Parse(IEnumerable<string> lines)
    {
        var counters = new Dictionary<string, long>(StringComparer.Ordinal);
        string[] names = [];
        foreach (var line in lines)
        {
            var words = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (words is not ["Tcp:" or "TcpExt:", ..])
                continue;
            if (names.Length != words.Length || names[0] != words[0])
            {
                names = words;
                continue;
            }
            for (var i = 1; i < words.Length; i++)
            {
                if (long.TryParse(words[i], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var count))
                    counters[names[i]] = count;
            }
            names = [];
        }
        return counters;
    }
}
