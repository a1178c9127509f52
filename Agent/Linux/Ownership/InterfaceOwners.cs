using System.Globalization;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Watching;

namespace IwTune.Agent.Linux.Ownership;

/// <summary>
/// Which program manages an interface, by the state files that systemd-networkd and NetworkManager keep for every interface index. networkd
/// calls its files private: only the one word for "managed" is read, and a file without it says nothing.
/// </summary>
/// <param name="runDirectory">Where the daemons keep their state, <c>/run</c>; empty when they are in another network namespace.</param>
/// <param name="proc">Where /proc is.</param>
internal sealed class InterfaceOwners(string runDirectory, string proc = "/proc")
{
    public const string NetworkManager = "NetworkManager";
    public const string Networkd = "systemd-networkd";
    public const string Dhclient = "dhclient";

    /// <returns>The program's name; <see langword="null"/> when none is known to manage the interface.</returns>
    public string? Of(int interfaceIndex)
    {
        if (runDirectory.Length == 0 || interfaceIndex == 0)
            return null;
        if (Says($"NetworkManager/devices/{interfaceIndex}", "managed=true"))
            return NetworkManager;
        return Says($"systemd/netif/links/{interfaceIndex}", "ADMIN_STATE=configured", "ADMIN_STATE=configuring") ? Networkd : null;
    }

    /// <summary>
    /// True when a dhclient runs for the interface. Its script adds the default route by <c>ip route</c>, and the route does not say so.
    /// ifupdown and network-scripts name the file of its process id by the interface; by itself it has one file.
    /// </summary>
    public bool HasDhclient(string interfaceName) =>
        runDirectory.Length > 0
        && (
            DhclientOf($"dhclient.{interfaceName}.pid") is not null
            || DhclientOf($"dhclient-{interfaceName}.pid") is not null
            || (
                DhclientOf("dhclient.pid") is { } process
                && ProcessFacts.CommandLine(proc, process.Pid).Split(' ').Contains(interfaceName, StringComparer.Ordinal)
            )
        );

    private ProcessFacts? DhclientOf(string file) =>
        int.TryParse(SystemFile.Line(Path.Combine(runDirectory, file)), CultureInfo.InvariantCulture, out var pid)
        && ProcessFacts.Read(proc, pid) is { Name: Dhclient } process
            ? process
            : null;

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
