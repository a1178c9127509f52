using System.Net.Sockets;

namespace IwTune.Agent.Linux.SystemBus;

/// <summary>Where the bus listens, as D-Bus writes it (D-Bus Specification, "Server Addresses").</summary>
internal static class BusAddress
{
    /// <summary>The variable and the path that the specification names for the system's bus.</summary>
    public static string OfSystem =>
        Environment.GetEnvironmentVariable("DBUS_SYSTEM_BUS_ADDRESS") is { Length: > 0 } told
            ? told
            : "unix:path=/run/dbus/system_bus_socket";

    /// <summary>The Unix sockets an address names, in its order; transports of other kinds are left out.</summary>
    /// <exception cref="BusFormatException">It is not an address.</exception>
    public static IReadOnlyList<UnixDomainSocketEndPoint> Sockets(string address)
    {
        var sockets = new List<UnixDomainSocketEndPoint>();
        foreach (var one in address.Split(';', StringSplitOptions.RemoveEmptyEntries))
        {
            if (one.Split(':', 2) is not [var transport, var pairs])
                throw new BusFormatException($"'{one}' is not a D-Bus address: it has no ':'.");
            if (transport != "unix")
                continue;
            foreach (var pair in pairs.Split(','))
            {
                if (pair.Split('=', 2) is ["path", var path])
                    sockets.Add(new UnixDomainSocketEndPoint(Uri.UnescapeDataString(path)));
                else if (pair.Split('=', 2) is ["abstract", var name])
                    sockets.Add(new UnixDomainSocketEndPoint("\0" + Uri.UnescapeDataString(name)));
            }
        }
        return sockets;
    }
}
