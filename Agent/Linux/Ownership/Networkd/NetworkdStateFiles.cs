using System.Globalization;

namespace IwTune.Agent.Linux.Ownership.Networkd;

/// <summary>
/// The links that systemd-networkd manages, by its state files, <c>/run/systemd/netif/links/INDEX</c>. networkd calls them private, so only
/// two words are read, and a file without them says nothing.
/// </summary>
/// <param name="runDirectory"><c>/run</c>; empty where its daemons are those of another namespace.</param>
internal sealed class NetworkdStateFiles(string runDirectory)
{
    /// <summary>The managed links by interface index, without their routes.</summary>
    public Dictionary<int, NetworkdLink> Read()
    {
        var links = new Dictionary<int, NetworkdLink>();
        var directory = Path.Combine(runDirectory, "systemd/netif/links");
        try
        {
            if (runDirectory.Length == 0 || !Directory.Exists(directory))
                return links;
            foreach (var file in Directory.EnumerateFiles(directory))
            {
                if (
                    int.TryParse(Path.GetFileName(file), NumberStyles.None, CultureInfo.InvariantCulture, out var index)
                    && Parse(file) is { } link
                )
                    links[index] = link;
            }
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            // Removed between two calls, or not readable for us: what was read counts.
        }
        return links;
    }

    private static NetworkdLink? Parse(string path)
    {
        const string file = "NETWORK_FILE=";
        var managed = false;
        string? unit = null;
        foreach (var line in File.ReadLines(path))
        {
            managed |= line is "ADMIN_STATE=configured" or "ADMIN_STATE=configuring";
            if (line.StartsWith(file, StringComparison.Ordinal))
                unit = line[file.Length..];
        }
        return managed ? new NetworkdLink(unit, null) : null;
    }
}
