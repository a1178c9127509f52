using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.SocketDiagnosis;

/// <summary>Two sockets: one requests the present connections, the other receives the notifications of those that end.</summary>
internal sealed class ConnectionFeed : IConnectionFeed
{
    /// <summary>A bound on the work of one pass: about 10 ms. The next pass takes what waits beyond it.</summary>
    private const int MostEnds = 8192;

    /// <summary>About 2,500 ends; more between two passes are reported as lost.</summary>
    private const int Waiting = 2 << 20;

    private readonly NetlinkSocket _ask;
    private readonly NetlinkSocket? _ends;
    private readonly ServingTargets _targets = new();
    private readonly LivingConnections _living = new();
    private readonly BegunConnections _begun = BegunConnections.Open();

    private ConnectionFeed(NetlinkSocket ask, NetlinkSocket? ends, string lacking)
    {
        _ask = ask;
        _ends = ends;
        Lacking = lacking;
    }

    public string Lacking { get; }

    /// <exception cref="NetlinkException">The kernel does not report connections.</exception>
    public static ConnectionFeed Open()
    {
        var ask = NetlinkSocket.Open(NetlinkProtocol.SocketDiagnosis);
        try
        {
            // Without the module the request itself is refused; better now than in the first pass.
            ask.Visit(Tried, DiagRequest.Dump(RouteNumbers.Inet), _ => { });
        }
        catch
        {
            ask.Dispose();
            throw;
        }
        try
        {
            var ends = NetlinkSocket.Open(NetlinkProtocol.SocketDiagnosis, (int)DestroyGroup.Ipv4Tcp, (int)DestroyGroup.Ipv6Tcp);
            ends.KeepAtMost(Waiting);
            return new ConnectionFeed(ask, ends, "");
        }
        catch (NetlinkException refused)
        {
            return new ConnectionFeed(
                ask,
                null,
                $"The ends of connections cannot be seen ({refused.Message}): short connections are missed. Run as root, or with "
                    + "CAP_NET_ADMIN."
            );
        }
    }

    public ConnectionPass Read(Action<Connection> open, Action<Connection> closed, bool freshOnly = false) =>
        Pass(() =>
        {
            var lost = TakeEnds(closed, _begun.Any());
            _begun.Note();
            _living.Turn();
            _ask.Visit(Tried, DiagRequest.Dump(RouteNumbers.Inet), message => Hand(message, open, freshOnly));
            _ask.Visit(Tried, DiagRequest.Dump(RouteNumbers.Inet6), message => Hand(message, open, freshOnly));
            return lost;
        });

    public ConnectionPass ReadEnds(Action<Connection> closed)
    {
        var begun = _begun.Any();
        return Pass(() => TakeEnds(closed, begun)) with { Begun = begun };
    }

    public ServingTarget? TargetOf(Connection connection) => _targets.Of(connection);

    public void ForgetTargets()
    {
        _targets.Forget();
        _living.Forget();
    }

    public void Dispose()
    {
        _ask.Dispose();
        _ends?.Dispose();
        _targets.Dispose();
        _begun.Dispose();
    }

    private const string Tried = "reading the TCP connections";

    private static ConnectionPass Pass(Func<bool> read)
    {
        try
        {
            var before = ThreadTime.Used();
            var lost = read();
            return new ConnectionPass(lost, ThreadTime.Used() - before);
        }
        catch (Exception failure) when (failure is NetlinkException or NetlinkFormatException)
        {
            throw new TunerUnavailableException($"{Tried}: {failure.Message}", failure);
        }
    }

    private bool TakeEnds(Action<Connection> closed, bool begun)
    {
        // What ended may have come to a listener that opened since the last pass.
        if (begun)
        {
            _ask.Visit(Tried, DiagRequest.Listeners(RouteNumbers.Inet), See);
            _ask.Visit(Tried, DiagRequest.Listeners(RouteNumbers.Inet6), See);
        }
        return _ends?.Drain("listening for the ends of connections", MostEnds, message => End(message, closed)) ?? false;
    }

    private void See(NetlinkMessage message)
    {
        if (message.Type == MessageType.SocketByFamily)
            _living.See(message.Body.Span);
    }

    private void Hand(NetlinkMessage message, Action<Connection> to, bool freshOnly)
    {
        if (message.Type != MessageType.SocketByFamily)
            return;
        See(message);
        if ((!freshOnly || DiagMessage.IsFresh(message.Body.Span)) && DiagMessage.Read(message.Body.Span) is { } connection)
            to(connection);
    }

    private void End(NetlinkMessage message, Action<Connection> closed)
    {
        if (message.Type == MessageType.SocketByFamily && DiagMessage.Read(message.Body.Span) is { } connection)
            closed(_living.Complete(connection, message.Body.Span));
    }
}
