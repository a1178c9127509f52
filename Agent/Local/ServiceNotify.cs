using System.Net.Sockets;
using System.Text;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Local;

/// <summary>Reports the daemon's state to systemd (sd_notify(3)). Does nothing when systemd did not ask for it.</summary>
public sealed class ServiceNotify : ISupervisor, IDisposable
{
    private readonly Socket? _socket;

    /// <summary>Reads NOTIFY_SOCKET and WATCHDOG_USEC, which systemd sets.</summary>
    public ServiceNotify(Func<string, string?> environment)
    {
        if (long.TryParse(environment("WATCHDOG_USEC"), out var microseconds) && microseconds > 0)
            WatchdogPeriod = TimeSpan.FromMicroseconds(microseconds / 2);
        if (environment("NOTIFY_SOCKET") is not { Length: > 1 } path)
            return;
        _socket = new Socket(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);
        // A leading @ names the abstract namespace (unix(7)).
        _socket.Connect(new UnixDomainSocketEndPoint(path[0] == '@' ? '\0' + path[1..] : path));
    }

    /// <summary>
    /// How often the watchdog must be notified: half of what systemd allows; <see langword="null"/> when it does not watch.
    /// </summary>
    public TimeSpan? WatchdogPeriod { get; }

    /// <summary>The daemon serves; <paramref name="status"/> shows in <c>systemctl status</c>.</summary>
    public void Ready(string status) => Send($"READY=1\nSTATUS={status}");

    /// <summary>The daemon's main loop still runs.</summary>
    public void Watchdog() => Send("WATCHDOG=1");

    /// <summary>The daemon is stopping.</summary>
    public void Stopping() => Send("STOPPING=1");

    /// <inheritdoc/>
    public void Dispose() => _socket?.Dispose();

    private void Send(string message)
    {
        try
        {
            _socket?.Send(Encoding.UTF8.GetBytes(message));
        }
        catch (SocketException)
        {
            // systemd restarts or is gone; the daemon's work does not depend on it.
        }
    }
}
