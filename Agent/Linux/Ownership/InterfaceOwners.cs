namespace IwTune.Agent.Linux.Ownership;

/// <summary>
/// Which program manages an interface, by the state files that systemd-networkd and NetworkManager keep for every interface index.
/// They speak of the namespace those daemons run in; an agent in another one has no interface manager.
/// networkd calls its files private: only the one word that says "managed" is looked for, and a file that no longer has it says nothing.
/// </summary>
/// <param name="runDirectory">Where the daemons keep their state, <c>/run</c>.</param>
internal sealed class InterfaceOwners(string runDirectory)
{
    public const string NetworkManager = "NetworkManager";
    public const string Networkd = "systemd-networkd";

    private const string OwnNamespace = "/proc/thread-self/ns/net";
    private const string InitNamespace = "/proc/1/ns/net";

    /// <summary>The owners in this network namespace.</summary>
    public static InterfaceOwners Here() => new(InInitNamespace() ? "/run" : "");

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

    /// <summary>Without the right to look at process 1 the agent is taken to be where an ordinary service is: in the host's namespace.</summary>
    private static bool InInitNamespace()
    {
        try
        {
            return new FileInfo(OwnNamespace).LinkTarget is { } own && new FileInfo(InitNamespace).LinkTarget is var init && (init is null || own == init);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            return true;
        }
    }
}
