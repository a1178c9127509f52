using System.Buffers.Text;
using IwTune.Agent.Control;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

namespace IwTune.Benchmarks.Figures;

/// <summary>
/// Unchanged check-ins of enrolled hosts that hold their bundle, over kept TLS connections, beside the empty authenticated request
/// of the same hosts: what the server itself adds to TLS, HTTP and knowing the host.
/// </summary>
internal sealed class CheckInRate : IBenchmark
{
    private const int Hosts = 32;
    // The server runs on one core with its own compiler, which takes half a minute of load to be done with both requests.
    private const int WarmUp = 7;
    private const int Rounds = 7;
    private const double Goal = 0.7;
    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(2);

    public string Name => "checkins";

    public string Summary => "unchanged check-ins per second and core beside an empty authenticated request";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var server = await FleetServer.StartAsync(scratch, Load.ServerCore);
        var members = await server.EnrolAsync(Hosts, RouteSpace.Policy);
        if (!Pin.TryParse(members[0].Identity.Pin, out var pin))
            throw new InvalidOperationException("The identity that was just stored has no readable pin.");
        using var authority = PinnedAuthority.Read(members[0].Identity.Authority, pin).Authority!;
        var connections = new List<KeptConnection>();
        try
        {
            foreach (var _ in members) connections.Add(await KeptConnection.OpenAsync(server.Url, authority.Accepts));
            var checkIns = members.Zip(connections, CheckIns).ToList();
            var pings = members.Zip(connections, Pings).ToList();
            return Compare(server, checkIns, pings);
        }
        finally
        {
            connections.ForEach(connection => connection.Dispose());
        }
    }

    private static List<Figure> Compare(FleetServer server, List<Action> checkIns, List<Action> pings)
    {
        List<double> rates = [], pingRates = [], costs = [], pingCosts = [];
        for (var round = -WarmUp; round < Rounds; round++)
        {
            Turns(checkIns, rates, costs, counts: round >= 0);
            Turns(pings, pingRates, pingCosts, counts: round >= 0);
        }
        var rate = new Sample("/s", rates);
        var pingRate = new Sample("/s", pingRates);
        var note = $"{Hosts} enrolled hosts over kept TLS 1.3 connections, HTTP/1.1; server bound to core {Load.ServerCore}, client to core {Load.ClientCore}; "
            + $"alternating turns of {Turn.TotalSeconds:0} s after {WarmUp} that do not count.";
        return
        [
            new("unchanged check-ins on one core", rate, "empty authenticated request", pingRate,
                $"at least {Goal:0.00} of it", rate.Median >= Goal * pingRate.Median) { Note = note },
            new("  server's processor time for one", new("µs", costs), "empty authenticated request", new("µs", pingCosts)) { Note = note },
        ];

        void Turns(List<Action> actions, List<double> perSecond, List<double> microseconds, bool counts)
        {
            var before = server.Cpu;
            var (count, time) = Load.Run(Turn, actions);
            var spent = server.Cpu - before;
            if (!counts) return;
            perSecond.Add(count / time.TotalSeconds);
            microseconds.Add(spent.TotalMicroseconds / count);
        }
    }

    private static Action CheckIns(Member member, KeptConnection connection)
    {
        var (request, digits) = member.UnchangedCheckIn();
        if (!Utf8Parser.TryParse(request.AsSpan(digits), out long counter, out _))
            throw new InvalidOperationException("The request has no counter where one was written.");
        return () =>
        {
            Utf8Formatter.TryFormat(++counter, request.AsSpan(digits), out _);
            connection.Exchange(request);
        };
    }

    private static Action Pings(Member member, KeptConnection connection)
    {
        var request = member.Ping();
        return () => connection.Exchange(request);
    }
}
