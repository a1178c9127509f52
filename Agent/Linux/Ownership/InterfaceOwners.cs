namespace IwTune.Agent.Linux.Ownership;

/// <summary>
/// Which program manages an interface, by the state files that systemd-networkd and NetworkManager keep for every interface index. networkd
/// calls its files private: only the one word for "managed" is read, and a file without it says nothing.
/// </summary>
/// <param name="runDirectory">Where the daemons keep their state, <c>/run</c>; empty when they are in another network namespace.</param>
internal sealed class InterfaceOwners(string runDirectory)
{
    public const string NetworkManager = "NetworkManager";
    public const string Networkd = "systemd-networkd";

    /// <returns>The program's name; <see langword="null"/> when none is known to manage the interface.</returns>
    public string? Of(int interfaceIndex)
    {
        if (runDirectory.Length == 0 || interfaceIndex == 0)
            return null;
        if (Says($"NetworkManager/devices/{interfaceIndex}", "managed=true"))
            return NetworkManager;
        return Says($"systemd/netif/links/{interfaceIndex}", "ADMIN_STATE=configured", "ADMIN_STATE=configuring") ? Networkd : null;
    }

    private bool Says(string file, params ReadOnlySpan<string> answers)
    {
        try
        {
            var path = Path.Combine(runDirectory, file);
            if (!File.Exists(path))
                return false;
            foreach (var line in File.ReadLines(path))
            {
                if (answers.Contains(line.Trim()))
                    return true;
            }
            return false;
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
