using System.Text;
using IwTune.Agent.Control;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

namespace IwTune.Benchmarks.Figures;

/// <summary>
/// Unchanged check-ins of enrolled hosts that hold their bundle, over kept TLS connections. They are compared with an empty endpoint of the
/// same process, and with the empty authenticated request of the same hosts. The differences show what the server adds to TLS and HTTP, and
/// to the authentication of the host.
/// </summary>
internal sealed class CheckInRate : IBenchmark
{
    private const int Hosts = 32;

    // The server shares one core with its JIT compiler, which needs half a minute of load to finish with both requests.
    private const int WarmUp = 5;
    private const int Rounds = 5;
    private const double Goal = 0.7;
    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(2);

    public string Name => "checkins";

    public string Summary => "unchanged check-ins per second and core, compared with an empty endpoint";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var server = await FleetServer.StartAsync(scratch, Load.ServerCore);
        var members = await server.EnrolAsync(Hosts, RouteSpace.Policy);
        if (!CaPin.TryParse(members[0].Identity.Pin, out var pin))
            throw new InvalidOperationException("The identity that was just stored has no readable pin.");
        using var authority = PinnedAuthority.Read(members[0].Identity.Authority, pin).Authority!;
        var connections = new List<KeptConnection>();
        try
        {
            foreach (var _ in members)
                connections.Add(await KeptConnection.OpenAsync(server.Url, authority.Accepts));
            var checkIns = members.Zip(connections, (member, connection) => member.CheckIns(connection)).ToList();
            var pings = members.Zip(connections, Pings).ToList();
            var empty = connections.ConvertAll(connection => Empty(server.Url, connection));
            return Compare(server, checkIns, pings, empty);
        }
        finally
        {
            connections.ForEach(connection => connection.Dispose());
        }
    }

    private static List<Figure> Compare(FleetServer server, List<Action> checkIns, List<Action> pings, List<Action> empty)
    {
        List<double> rates = [],
            pingRates = [],
            emptyRates = [],
            costs = [],
            pingCosts = [],
            emptyCosts = [];
        for (var round = -WarmUp; round < Rounds; round++)
        {
            Turns(checkIns, rates, costs, counts: round >= 0);
            Turns(pings, pingRates, pingCosts, counts: round >= 0);
            Turns(empty, emptyRates, emptyCosts, counts: round >= 0);
        }
        var rate = new Sample("/s", rates);
        var (pingRate, emptyRate) = (new Sample("/s", pingRates), new Sample("/s", emptyRates));
        var note =
            $"{Hosts} enrolled hosts over kept TLS 1.3 connections, HTTP/1.1; server bound to core {Load.ServerCore}, client to core "
            + $"{Load.ClientCore}; "
            + $"alternating turns of {Turn.TotalSeconds:0} s after {WarmUp} that do not count.";
        return
        [
            new(
                "unchanged check-ins on one core",
                rate,
                "empty endpoint (GET /healthz)",
                emptyRate,
                $"at least {Goal:0.00} of it",
                rate.Median >= Goal * emptyRate.Median
            )
            {
                Note = note,
            },
            new("unchanged check-ins on one core", rate, "empty authenticated request", pingRate) { Note = note },
            new("  server's processor time for one", new("µs", costs), "empty endpoint (GET /healthz)", new("µs", emptyCosts))
            {
                Note = note,
            },
            new("  server's processor time for one", new("µs", costs), "empty authenticated request", new("µs", pingCosts)) { Note = note },
        ];

        void Turns(List<Action> actions, List<double> perSecond, List<double> microseconds, bool counts)
        {
            var before = server.Cpu;
            var (count, time) = Load.Run(Turn, actions);
            var spent = server.Cpu - before;
            if (!counts)
                return;
            perSecond.Add(count / time.TotalSeconds);
            microseconds.Add(spent.TotalMicroseconds / count);
        }
    }

    private static Action Empty(Uri server, KeptConnection connection)
    {
        var request = Encoding.ASCII.GetBytes($"GET /healthz HTTP/1.1\r\nHost: {server.Authority}\r\n\r\n");
        return () => connection.Fetch(request);
    }

    private static Action Pings(Member member, KeptConnection connection)
    {
        var request = member.Ping();
        return () => connection.Exchange(request);
    }
}
