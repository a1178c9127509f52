using System.Net;
using System.Net.Sockets;

namespace IwTune.Lab;

/// <summary>A port for a program that cannot choose one itself, or that keeps it over restarts.</summary>
public static class FreePort
{
    /// <summary>A port of the loopback that is free now; nothing holds it for the caller.</summary>
    public static int Find()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
