using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Linux;
using IwTune.Agent.Linux.Probing;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux;

/// <summary>A host may have thousands of routes of which a few change: what did not change is not made anew.</summary>
public sealed class UnchangedRoutesTests : IDisposable
{
    private readonly RouteZoo _zoo = new();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("iwtune-unchanged-");
    private int _mtu = 1000;

    [Fact]
    public void A_reading_makes_only_the_targets_of_changed_routes_anew()
    {
        Add(0, 300);
        var before = _zoo.Read().Targets;
        Assert.All(before.Zip(_zoo.Read().Targets), pair => Assert.Same(pair.First, pair.Second));
        _zoo.Host.IpBatch(
            "route replace 10.1.0.7/32 via 10.99.0.2 initcwnd 20",
            "route del 10.1.0.100/32",
            "route add 10.1.1.200/31 via 10.98.0.2"
        );
        var after = _zoo.Read().Targets;
        Assert.Equal(
            ["ipv4 main 10.1.0.7/32 via 10.99.0.2 dev v0", "ipv4 main 10.1.1.200/31 via 10.98.0.2 dev v1"],
            after.Except(before, ReferenceEqualityComparer.Instance).Cast<Target>().Select(target => target.Id)
        );
        Assert.Equal(new Window(20, null), after.Single(target => target.Id.Contains("10.1.0.7/32", StringComparison.Ordinal)).Current);
    }

    [Fact]
    public void A_tuner_that_has_read_before_reads_what_a_new_one_reads()
    {
        Add(0, 60);
        var random = new Random(11);
        for (var round = 0; round < 25; round++)
        {
            _zoo.Host.IpBatch([.. Enumerable.Range(0, random.Next(1, 6)).Select(_ => Change(random))]);
            if (round == 15)
                _zoo.Host.IpBatch("link set v1 name w1"); // names of targets contain it
            using var other = _zoo.NewTuner();
            Assert.Equal(Read(other), Read(_zoo.Tuner));
        }
    }

    [Fact]
    public void A_route_that_did_not_change_costs_a_reading_and_a_turn_little()
    {
        var (reading, turn) = (new long[2], new long[2]);
        for (var many = 0; many < 2; many++)
        {
            Add(many * 200, many == 0 ? 200 : 1000);
            (reading[many], turn[many]) = _zoo.Host.Run(Cost);
        }
        Assert.InRange((reading[1] - reading[0]) / 1000, 0, 250); // bytes: its place in some lists
        Assert.InRange((turn[1] - turn[0]) / 1000, 0, 1800); // two readings, a want, and evidence by two methods
    }

    public void Dispose()
    {
        _zoo.Dispose();
        _folder.Delete(recursive: true);
    }

    private (long Reading, long Turn) Cost()
    {
        var reconciler = Reconciler.Open(
            StateDirectory.Open(_folder.FullName),
            _zoo.Tuner,
            new TcpInfoProbe(() => [], TimeProvider.System),
            TimeProvider.System,
            AgentLog.Silent
        );
        var content = Bench.Content(("prefix:10.1.0.0/16", 16, null));
        for (var turn = 0; turn < 3; turn++)
            Turn();
        return (Bytes(() => _zoo.Tuner.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult()), Bytes(Turn));

        void Turn() => Assert.True(reconciler.ReconcileAsync(content, CancellationToken.None).AsTask().GetAwaiter().GetResult().Succeeded);
    }

    private static long Bytes(Action act)
    {
        act();
        var before = GC.GetAllocatedBytesForCurrentThread();
        act();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    private void Add(int first, int count) =>
        _zoo.Host.IpBatch([.. Enumerable.Range(first, count).Select(i => $"route add 10.1.{i / 256}.{i % 256}/32 via 10.99.0.2")]);

    private string Change(Random random)
    {
        var to = $"10.1.0.{random.Next(80)}/32";
        return random.Next(5) switch
        {
            0 => $"route replace {to} via 10.98.0.2",
            1 => $"route replace {to} via 10.99.0.2 initcwnd {random.Next(1, 30)}",
            2 => $"route append {to} via 10.98.0.2 proto {random.Next(100, 104)} metric 5 mtu {++_mtu}",
            3 => $"route replace {to} nexthop via 10.99.0.2 nexthop via 10.98.0.2 weight {random.Next(1, 4)}",
            _ => $"route replace fd01:{random.Next(9)}::/64 via fd99::2 metric {random.Next(1, 3)}",
        };
    }

    private List<string> Read(LinuxTuner tuner) =>
        [
            .. _zoo
                .Host.Run(() => tuner.ReadAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult())
                .Targets.Select(target => $"{target with { Raw = default }} {Convert.ToHexString(target.Raw.Span)}"),
        ];
}
