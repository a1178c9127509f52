using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Ports;
using IwTune.Agent.Simulated;
using IwTune.Shared.Statistics;
using IwTune.SimulatedFleet;

namespace IwTune.Swarm.Traffic;

/// <summary>
/// The production connections of a simulated host, as its kernel would report them: connections that began since the last pass are seen
/// before they send anything, and have ended by the next.
/// </summary>
/// <param name="tuner">The host's current state: its routes give connections their windows.</param>
/// <param name="path">The path of the connections.</param>
/// <param name="rate">Connections a second, on average.</param>
/// <param name="congestionControl">The host's.</param>
/// <param name="clock">The host's.</param>
/// <param name="seed">The seed of their times and sizes.</param>
internal sealed class ServedConnections(
    Func<SimulatedTuner> tuner,
    ServedPath path,
    double rate,
    string congestionControl,
    TimeProvider clock,
    ulong seed
) : IConnections
{
    /// <summary>The maximum number of connections that a host served during a long time without a pass.</summary>
    private const int MostAtOnce = 400;

    /// <summary>The simulated cost of a pass: it decides the pause, and 8 ms give a pass every four seconds.</summary>
    private static readonly TimeSpan Cost = TimeSpan.FromMilliseconds(8);

    private static readonly IPAddress[] Clients =
    [
        IPAddress.Parse("198.51.100.7"),
        IPAddress.Parse("203.0.113.9"),
        IPAddress.Parse("192.0.2.33"),
    ];
    private static readonly IPEndPoint Served = new(IPAddress.Parse("10.0.0.2"), 443);

    /// <inheritdoc/>
    public IConnectionFeed Open() => new Feed(this);

    private sealed class Feed(ServedConnections of) : IConnectionFeed
    {
        private readonly SeededRandom _random = new(of.Seed);
        private readonly List<(ulong Id, int Window, IPEndPoint Remote)> _open = [];
        private long _last = of.Clock.GetTimestamp();
        private ulong _id;

        public string Lacking => "";

        public ConnectionPass Read(Action<Connection> open, Action<Connection> closed, bool freshOnly = false)
        {
            foreach (var (id, window, remote) in _open)
                closed(of.Ended(id, window, remote, _random));
            _open.Clear();
            var elapsed = of.Clock.GetElapsedTime(_last);
            _last = of.Clock.GetTimestamp();
            var begun = Math.Min(MostAtOnce, Poisson(of.Rate * elapsed.TotalSeconds));
            for (var i = 0; i < begun; i++)
            {
                var remote = new IPEndPoint(Clients[_random.Below(Clients.Length)], 1024 + _random.Below(60_000));
                var window = Serving(remote.Address)?.ToWindow() ?? 10; // TCP_INIT_CWND
                _open.Add((++_id, window, remote));
                open(of.Began(_id, window, remote));
            }
            return new ConnectionPass(false, Cost);
        }

        public ConnectionPass ReadEnds(Action<Connection> closed) => Read(_ => { }, closed);

        public ServingTarget? TargetOf(Connection connection) =>
            Serving(connection.Remote.Address) is { } route ? new ServingTarget(route.Id, route.ToWindow(), false) : null;

        public void ForgetTargets() { }

        public void Dispose() { }

        /// <summary>The longest matching route; read by index, because the agent changes them meanwhile.</summary>
        private SimulatedRoute? Serving(IPAddress peer)
        {
            SimulatedRoute? found = null;
            var routes = of.Routes;
            for (var at = 0; at < routes.Count; at++)
            {
                var route = routes[at];
                if (
                    route.Destination.BaseAddress.AddressFamily == AddressFamily.InterNetwork
                    && route.Destination.Contains(peer)
                    && (found is null || route.Destination.PrefixLength > found.Destination.PrefixLength)
                )
                    found = route;
            }
            return found;
        }

        private int Poisson(double mean)
        {
            if (mean > 30)
                return (int)Math.Max(0, Math.Round(mean + (Math.Sqrt(mean) * _random.Normal())));
            var (count, product, least) = (0, _random.Share(), Math.Exp(-mean));
            while (product > least)
            {
                count++;
                product *= _random.Share();
            }
            return count;
        }
    }

    private double Rate => rate;

    private ulong Seed => seed;

    private TimeProvider Clock => clock;

    private IReadOnlyList<SimulatedRoute> Routes => tuner().Routes;

    private Connection Began(ulong id, int window, IPEndPoint remote) =>
        new()
        {
            Id = id,
            Local = Served,
            Remote = remote,
            CanSend = true,
            Mss = SimulatedPath.Mss,
            Cwnd = window,
            CongestionControl = congestionControl,
        };

    private Connection Ended(ulong id, int window, IPEndPoint remote, SeededRandom random)
    {
        var response = path.Serve(window, random);
        var rtt = (long)path.Path.Rtt.TotalMicroseconds;
        var queued = (long)(Math.Min(window, response.Segments) * (SimulatedPath.Mss + 52) * 8e6 / path.Path.Rate / 4);
        return new Connection
        {
            Id = id,
            Local = Served,
            Remote = remote,
            Mss = SimulatedPath.Mss,
            Cwnd = response.FinalWindow,
            SlowStartThreshold = response.Lost > 0 ? response.FinalWindow : null,
            RttMicroseconds = rtt,
            SmoothedRttMicroseconds = rtt + queued,
            // The data acknowledged in a round trip; for a response that ends within slow start, a measure of how little data there was.
            DeliveryRate = (long)Math.Min(path.Path.Rate / 8, response.FinalWindow * SimulatedPath.Mss / path.Path.Rtt.TotalSeconds),
            DeliveryHeldByApplication = response.Segments < path.Path.Holds,
            CongestionControl = congestionControl,
            BytesSent = response.Bytes,
            BytesAcknowledged = response.Bytes + 2,
            DataSegments = response.Segments + response.Lost,
            DataSentAgain = response.Lost,
            SentAgain = response.Lost,
            PeerWindow = 64 * 1024,
            Concurrent = 1,
            BusyMicroseconds = (long)(response.Milliseconds * 1000),
        };
    }
}

/// <summary>A route with its effect on connections.</summary>
internal static class ServingRoute
{
    /// <summary>The window it gives; <see langword="null"/> for the system's own.</summary>
    public static int? ToWindow(this SimulatedRoute route) => (route.Shadow ?? route.Window).InitCwnd;
}
