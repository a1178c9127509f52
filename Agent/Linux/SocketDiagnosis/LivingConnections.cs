using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>
/// What the kernel does not report with the end of a connection (net/ipv4/inet_diag.c, inet_diag_handler_get_info), kept from earlier
/// passes: how many connections there were to its peer, and which congestion control it had.
/// </summary>
internal sealed class LivingConnections
{
    private readonly Dictionary<int, string> _listeners = [];
    private LivingPass _last = new();

    /// <summary>The notification of an end comes a little late: the connection may be missing in the last pass already.</summary>
    private LivingPass _before = new();

    private string? _default;

    /// <summary>A pass begins.</summary>
    public void Turn()
    {
        (_before, _last) = (_last, _before);
        _last.Clear();
    }

    /// <summary>One socket of the pass.</summary>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public void See(ReadOnlySpan<byte> socket)
    {
        var port = DiagMessage.LocalPort(socket);
        var congestion = DiagMessage.CongestionControl(socket);
        if (DiagMessage.IsListener(socket))
            _listeners[port] = CongestionName.Of(congestion);
        else
            _last.Add(socket, CongestionName.Is(congestion, Expected(port)) ? "" : CongestionName.Of(congestion));
    }

    /// <summary>What is known of one that ended, before the next <see cref="Turn"/>.</summary>
    /// <exception cref="NetlinkFormatException">The bytes are no socket.</exception>
    public Connection Complete(Connection ended, ReadOnlySpan<byte> socket)
    {
        var pass = !_last.Has(ended.Id) && _before.Has(ended.Id) ? _before : _last;
        return ended with
        {
            CongestionControl = pass.Odd(ended.Id) ?? Expected(ended.Local.Port),
            Concurrent = pass.Concurrent(ended.Id, socket),
        };
    }

    /// <summary>Reads the system's default anew, and forgets listeners that are gone.</summary>
    public void Forget()
    {
        _default = null;
        _listeners.Clear();
    }

    private string Expected(int port) =>
        _listeners.TryGetValue(port, out var name) ? name : _default ??= SystemFile.Line("/proc/sys/net/ipv4/tcp_congestion_control");
}
