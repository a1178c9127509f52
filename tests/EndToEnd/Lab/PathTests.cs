using System.Net;
using IwTune.Agent.Linux.Emulation;
using IwTune.Lab;
using IwTune.Shared.Model;
using IwTune.Testing;

namespace IwTune.EndToEnd.Lab;

/// <summary>
/// The emulated path against the model and the figures of docs/science.md: rounds exact, time within 0.5 ms × (rounds + 1) and 1 %.
/// </summary>
[Trait("Alone", "yes")]
public sealed class PathTests : IDisposable
{
    private readonly IDisposable place = Measuring.Shared();

    public void Dispose() => place.Dispose();

    [Theory]
    [InlineData("cubic", 3, 13_516, 3, 301.3)]
    [InlineData("cubic", 10, 13_516, 1, 100.7)]
    [InlineData("reno", 3, 34_816, 4, 401.8)]
    [InlineData("reno", 10, 34_816, 2, 201.1)]
    [InlineData("cubic", 4, 50_000, 4, 401.9)]
    public void A_fetch_takes_the_rounds_and_the_time_of_the_model(
        string congestionControl,
        int initCwnd,
        long bytes,
        int rounds,
        double measuredElsewhere
    )
    {
        Privileged.Require();
        using var path = new TwoEnds(TimeSpan.FromMilliseconds(50));
        path.SetInitCwnd(initCwnd);
        using var server = FetchServer.Listen(path.Server, 4000, congestionControl);
        FetchClient.Fetch(path.Client, path.Address, bytes, 1);
        var fetches = FetchClient.Calm(path.Client, path.Address, bytes);

        var median = FetchClient.Median(fetches);
        Assert.All(fetches, fetch => Assert.Equal(initCwnd, server.AtStart(fetch.ClientPort).Cwnd));
        Assert.Equal(1448, server.AtStart(median.ClientPort).Mss);
        var rtt = fetches.Min(fetch => fetch.Handshake).TotalMilliseconds;
        Assert.InRange(rtt, 99, 101);
        var predicted = SlowStart.Predict(
            new()
            {
                SizeBytes = bytes,
                Rtt = TimeSpan.FromMilliseconds(100),
                InitCwnd = initCwnd,
            }
        );
        Assert.Equal(rounds, predicted.Rounds);
        Assert.Equal(rounds, (int)Math.Round(median.Transfer.TotalMilliseconds / rtt));
        Assert.Equal(measuredElsewhere, median.Transfer.TotalMilliseconds, 0.5 * (rounds + 1) + 0.01 * measuredElsewhere);
    }

    // The table of the benchmark seed-e: with segments of 1452 bytes the round changes at exactly these bytes.
    [Theory]
    [InlineData(2, new long[] { 2_904, 8_712, 20_328, 43_560 })]
    [InlineData(10, new long[] { 14_520, 43_560 })]
    public void One_byte_more_than_a_flight_holds_takes_one_round_more(int initCwnd, long[] lastBytes)
    {
        Privileged.Require();
        using var path = new TwoEnds(TimeSpan.FromMilliseconds(20), mtu: 1492, timestamps: false);
        path.SetInitCwnd(initCwnd);
        using var server = FetchServer.Listen(path.Server, 4000);
        FetchClient.Fetch(path.Client, path.Address, 1, 1);
        for (var round = 1; round <= lastBytes.Length; round++)
        {
            Assert.Equal(round, Rounds(path, lastBytes[round - 1]));
            Assert.Equal(round + 1, Rounds(path, lastBytes[round - 1] + 1));
        }
    }

    private static int Rounds(TwoEnds path, long bytes)
    {
        var fetches = FetchClient.Calm(path.Client, path.Address, bytes);
        var rtt = fetches.Min(fetch => fetch.Handshake);
        return (int)Math.Round(FetchClient.Median(fetches).Transfer / rtt);
    }

    private sealed class TwoEnds : IDisposable
    {
        private readonly EmulatedPath relay;

        public TwoEnds(TimeSpan oneWay, int mtu = 1500, bool timestamps = true)
        {
            Server = NetNamespace.Create("server");
            Client = NetNamespace.Create("client");
            var shape = new PathShape { Delay = oneWay };
            relay = NamespacePath.Join(Server, Client, "path0", shape, shape, mtu);
            Server.Ip("addr add 198.51.100.1/24 dev path0");
            Client.Ip("addr add 198.51.100.2/24 dev path0");
            if (!timestamps)
                Server.Sysctl("net.ipv4.tcp_timestamps", "0");
        }

        public NetNamespace Server { get; }

        public NetNamespace Client { get; }

        public IPEndPoint Address { get; } = new(IPAddress.Parse("198.51.100.1"), 4000);

        public void SetInitCwnd(int segments) =>
            Server.Ip($"route change 198.51.100.0/24 dev path0 src 198.51.100.1 proto kernel scope link initcwnd {segments}");

        public void Dispose()
        {
            relay.Dispose();
            Server.Dispose();
            Client.Dispose();
        }
    }
}
