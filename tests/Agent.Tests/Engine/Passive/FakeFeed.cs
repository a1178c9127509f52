using System.Net;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Tests.Engine.Passive;

/// <summary>Connections that the test defines.</summary>
internal sealed class FakeFeed : IConnectionFeed, IConnections
{
    private ulong _last;
    private ulong _read;

    public string Lacking { get; set; } = "";

    public List<Connection> Open { get; } = [];

    public List<Connection> Ended { get; } = [];

    public bool Lost { get; set; }

    /// <summary>The network of a remote address decides: 10.N.… is target N, 127.… the host itself, anything else no target.</summary>
    public Dictionary<int, int?> Windows { get; } = [];

    public int Looks { get; private set; }

    public Connection Make(int target = 1, int cwnd = 10) =>
        new()
        {
            Id = ++_last,
            Local = new IPEndPoint(IPAddress.Loopback, 40_000),
            Remote = new IPEndPoint(new IPAddress(target == 0 ? [127, 0, 0, 1] : [10, (byte)target, (byte)(_last >> 8), (byte)_last]), 443),
            CanSend = true,
            Mss = 1000,
            Cwnd = cwnd,
            RttMicroseconds = 20_000,
            PeerWindow = 65_160,
        };

    /// <summary>The same connection after it sent, without its end.</summary>
    public static Connection Sent(Connection of, long bytes, int again = 0) =>
        of with
        {
            BytesSent = bytes,
            DataSegments = ((bytes + 999) / 1000) + again,
            DataSentAgain = again,
            SentAgain = again,
            BytesAcknowledged = bytes,
        };

    IConnectionFeed IConnections.Open() => this;

    public ConnectionPass Read(Action<Connection> open, Action<Connection> closed, bool freshOnly = false)
    {
        ReadEnds(closed);
        _read = _last;
        Open.FindAll(one => !freshOnly || one.IsFresh).ForEach(open);
        Looks++;
        return new ConnectionPass(Lost, TimeSpan.FromMilliseconds(1));
    }

    public ConnectionPass ReadEnds(Action<Connection> closed)
    {
        Ended.ForEach(closed);
        Ended.Clear();
        return new ConnectionPass(Lost, TimeSpan.Zero, Begun: _last != _read);
    }

    public ServingTarget? TargetOf(Connection connection) =>
        connection.Remote.Address.GetAddressBytes() switch
        {
            [10, var target, ..] => new ServingTarget($"target {target}", Windows.GetValueOrDefault(target), false),
            [127, ..] => new ServingTarget("own", null, true),
            _ => null,
        };

    public void ForgetTargets() { }

    public void Dispose() { }
}
