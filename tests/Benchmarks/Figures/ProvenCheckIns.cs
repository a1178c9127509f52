using IwTune.Agent.Control;
using IwTune.Agent.Control.Keys;
using IwTune.Benchmarks.Measuring;
using IwTune.Benchmarks.Product;

namespace IwTune.Benchmarks.Figures;

/// <summary>
/// The server's cost of a host key: unchanged check-ins of hosts without a key, of hosts with a key over a connection with one verified
/// proof, and of hosts behind a proxy, where each call is verified.
/// </summary>
internal sealed class ProvenCheckIns : IBenchmark
{
    private const int Connections = 16;

    // The server accepts 1,024 proofs of one host in the life of a nonce, so each connection behind the proxy carries several hosts.
    private const int HostsBehind = 12;

    // As for the check-ins without keys: the compiler shares the core.
    private const int WarmUp = 8;
    private const int Rounds = 5;
    private const string Via = "Via: 1.1 bench\r\n";
    private static readonly TimeSpan Turn = TimeSpan.FromSeconds(2);

    public string Name => "proofs";

    public string Summary => "check-ins of hosts with a key, compared with hosts without one";

    public async Task<IReadOnlyList<Figure>> MeasureAsync(BenchOptions options)
    {
        using var scratch = new Scratch();
        using var server = await FleetServer.StartAsync(scratch, Load.ServerCore);
        var keys = new FileHostKeys(scratch.At("keys"));
        var members = await server.EnrolAsync(Connections * (2 + HostsBehind), RouteSpace.Policy, keys, keyed: Connections);
        if (!CaPin.TryParse(members[0].Identity.Pin, out var pin))
            throw new InvalidOperationException("The identity that was just stored has no readable pin.");
        using var authority = PinnedAuthority.Read(members[0].Identity.Authority, pin).Authority!;
        var connections = new List<KeptConnection>();
        try
        {
            for (var i = 0; i < 3 * Connections; i++)
                connections.Add(await KeptConnection.OpenAsync(server.Url, authority.Accepts));
            var groups = members.Skip(2 * Connections).Chunk(HostsBehind);
            return Compare(
                server,
                [.. members.Zip(connections).Take(Connections).Select(pair => pair.First.CheckIns(pair.Second))],
                [
                    .. members
                        .Zip(connections)
                        .Skip(Connections)
                        .Take(Connections)
                        .Select(pair => Member.ProvenCheckIns([pair.First], pair.Second, "")),
                ],
                [.. groups.Zip(connections.Skip(2 * Connections), (hosts, connection) => Member.ProvenCheckIns(hosts, connection, Via))]
            );
        }
        finally
        {
            connections.ForEach(connection => connection.Dispose());
        }
    }

    private static List<Figure> Compare(FleetServer server, List<Action> plain, List<Action> once, List<Action> each)
    {
        List<double> plainCosts = [],
            onceCosts = [],
            eachCosts = [];
        for (var round = -WarmUp; round < Rounds; round++)
        {
            Measure(plain, plainCosts, round);
            Measure(once, onceCosts, round);
            Measure(each, eachCosts, round);
        }
        var beside = new Sample("µs", plainCosts);
        const string What = "server's processor time for one check-in";
        var note =
            $"{Connections} kept TLS 1.3 connections each; server bound to core {Load.ServerCore}, client to core {Load.ClientCore}; "
            + $"alternating turns of {Turn.TotalSeconds:0} s after {WarmUp} that do not count. Behind a proxy {HostsBehind} hosts share "
            + "a connection.";
        return
        [
            new($"{What}, host key proven on the connection", new("µs", onceCosts), "without a key", beside) { Note = note },
            new($"{What}, host key proven each time", new("µs", eachCosts), "without a key", beside) { Note = note },
        ];

        void Measure(List<Action> actions, List<double> costs, int round)
        {
            var before = server.Cpu;
            var count = Load.Run(Turn, actions).Count;
            if (round >= 0)
                costs.Add((server.Cpu - before).TotalMicroseconds / count);
        }
    }
}
