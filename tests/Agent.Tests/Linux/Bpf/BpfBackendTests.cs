using System.Runtime.InteropServices;
using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>The backend on the real kernel: connections start with the policy's window for their route, and no route is written.</summary>
public sealed partial class BpfBackendTests : IDisposable
{
    private const string Default4 = "ipv4 main default via 10.99.0.2 dev v0";
    private const string Default6 = "ipv6 main default via fd99::2 dev v0 metric 1024";

    private readonly BpfBench _bench = new();

    private RouteZoo Zoo => _bench.Zoo;

    [Fact]
    public async Task A_window_of_the_default_routes_holds_for_what_they_serve_and_for_nothing_else()
    {
        var oracle = Zoo.Oracle();
        Zoo.MustApply(new Step.Set(Zoo.Target(Default4), new Window(30, null)));
        Zoo.MustApply(new Step.Set(Zoo.Target(Default6), new Window(40, null)));
        Assert.Equal("30 30 40 10 10", await _bench.ConnectAsync("10.77.0.1", "[::ffff:10.77.0.1]", "[fd77::1]", "10.99.0.2", "[fd99::2]"));
        using var listener = await _bench.ListenAsync();
        Assert.Equal("10 10", await _bench.ConnectAsync("127.0.0.1", "10.99.0.1"));
        Assert.Equal(oracle, Zoo.Oracle());
        Assert.Equal(
            (new Window(30, null), Window.Unset),
            Zoo.Target(Default4) is var target ? (target.Current, target.OwnersWindow) : default
        );
    }

    [Fact]
    public async Task A_route_that_appears_below_a_window_keeps_its_own()
    {
        Zoo.MustApply(new Step.Set(Zoo.Target(Default4), new Window(30, null)));
        Zoo.Host.Ip("route add 10.77.0.0/24 via 10.99.0.2 initcwnd 5");
        Follow();
        Assert.Equal("5 30", await _bench.ConnectAsync("10.77.0.1", "10.77.1.1"));
        Zoo.Host.Ip("route del 10.77.0.0/24");
        Follow();
        Assert.Equal("30 30", await _bench.ConnectAsync("10.77.0.1", "10.77.1.1"));
    }

    [Fact]
    public async Task A_route_that_goes_takes_its_window_with_it()
    {
        Zoo.Host.Ip("route add 10.77.0.0/24 via 10.98.0.2");
        const string id = "ipv4 main 10.77.0.0/24 via 10.98.0.2 dev v1";
        Zoo.MustApply(new Step.Set(Zoo.Target(id), new Window(30, null)));
        Zoo.Host.Ip("route del 10.77.0.0/24");
        Assert.Contains(Follow(), done => done.Contains(id, StringComparison.Ordinal));
        Assert.Equal("10", await _bench.ConnectAsync("10.77.0.1"));
        Assert.Empty(Attached());
    }

    [Fact]
    public async Task Routes_that_the_other_backend_only_reports_can_be_set()
    {
        Zoo.Host.Ip("route add 10.77.0.0/24 via 10.99.0.2 proto bgp");
        Zoo.Host.Ip("route add 10.77.1.0/24 proto bird nexthop via 10.99.0.2 nexthop via 10.98.0.2");
        Zoo.Host.Ip("-6 route add fd77::/64 proto static nexthop via fd99::2 nexthop via fd98::2");
        foreach (var destination in (string[])["10.77.0.0/24", "10.77.1.0/24", "fd77::/64"])
        {
            var target = Assert.Single(Zoo.Read().Targets, target => target.Destination.ToString() == destination);
            Assert.Equal(StrategyKind.Bpf, target.Strategy.Kind);
            Zoo.MustApply(new Step.Set(target, new Window(25, null)));
        }
        Assert.Equal("25 25 25", await _bench.ConnectAsync("10.77.0.1", "10.77.1.1", "[fd77::1]"));
    }

    [Theory]
    [InlineData(
        "route add default via 10.98.0.2 metric 50",
        "ipv4 main default via 10.98.0.2 dev v1 metric 50",
        "'ipv4 main default via 10.99.0.2 dev v0' is preferred to it"
    )]
    [InlineData(
        "route append default via 10.98.0.2",
        "ipv4 main default via 10.98.0.2 dev v1",
        "'ipv4 main default via 10.99.0.2 dev v0' is preferred to it"
    )]
    [InlineData(
        "route add default via 10.98.0.2 table 1000",
        "ipv4 table 1000 default via 10.98.0.2 dev v1",
        "Rules send connections to table 1000"
    )]
    [InlineData(
        "route add 10.1.0.0/16 via 10.98.0.2 tos 0x10",
        "ipv4 main 10.1.0.0/16 tos 0x10 via 10.98.0.2 dev v1",
        "by source or type of service"
    )]
    [InlineData(
        "-6 route add default from fd99::/64 via fd98::2",
        "ipv6 main default from fd99::/64 via fd98::2 dev v1 metric 1024",
        "by source or type of service"
    )]
    public void What_a_destination_does_not_tell_apart_is_only_reported(string add, string id, string why)
    {
        Zoo.Host.Ip(add);
        var target = Zoo.Target(id);
        Assert.Equal(StrategyKind.ReportOnly, target.Strategy.Kind);
        Assert.Contains(why, target.Strategy.Why, StringComparison.Ordinal);
        Assert.Equal(target.Strategy.Why, Assert.IsType<Outcome.Refused>(Zoo.Apply(new Step.Set(target, new Window(20, null)))).Reason);
        Assert.Equal(StrategyKind.Bpf, Zoo.Target(Default4).Strategy.Kind);
    }

    [Fact]
    public async Task The_program_goes_with_the_last_window()
    {
        Assert.Empty(Attached());
        var (before4, before6) = (Zoo.Target(Default4), Zoo.Target(Default6));
        Zoo.MustApply(new Step.Set(before4, new Window(30, 20)));
        Zoo.MustApply(new Step.Set(before6, new Window(30, 20)));
        Assert.Equal(SockOpsPrograms.OwnName, Assert.Single(Attached()).Name);
        Zoo.MustApply(new Step.PutBack(Zoo.Target(Default4), RouteZoo.Image(before4, Zoo.Read())));
        Assert.Equal("10 30", await _bench.ConnectAsync("10.77.0.1", "[fd77::1]"));
        Zoo.MustApply(new Step.PutBack(Zoo.Target(Default6), RouteZoo.Image(before6, Zoo.Read())));
        Assert.Empty(Attached());
        Assert.IsType<Outcome.AlreadyThere>(Zoo.Apply(new Step.PutBack(Zoo.Target(Default6), RouteZoo.Image(before6, Zoo.Read()))));
    }

    [Fact]
    public void Standing_down_takes_the_program_off()
    {
        Zoo.MustApply(new Step.Set(Zoo.Target(Default4), new Window(30, null)));
        Assert.Contains(
            "sock_ops program",
            Assert.Single(Zoo.Host.Run(() => Zoo.Tuner.StandDownAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult())),
            StringComparison.Ordinal
        );
        Assert.Empty(Attached());
        Assert.Equal(Window.Unset, Zoo.Target(Default4).Current);
    }

    /// <summary>A process that is being started has the open files of its parent until its exec.</summary>
    [Fact]
    public void The_program_goes_although_another_process_still_holds_its_link()
    {
        var before = Zoo.Target(Default4);
        Zoo.MustApply(new Step.Set(before, new Window(30, 20)));
        var held = Links().Select(Duplicate).ToList();
        Assert.NotEmpty(held);
        Zoo.MustApply(new Step.PutBack(Zoo.Target(Default4), RouteZoo.Image(before, Zoo.Read())));
        Assert.Empty(Attached());
        held.ForEach(link => Close(link));

        static IEnumerable<int> Links() =>
            from file in Directory.EnumerateFileSystemEntries("/proc/self/fd")
            where new FileInfo(file).LinkTarget?.Contains("bpf_link", StringComparison.Ordinal) == true
            select int.Parse(Path.GetFileName(file), System.Globalization.CultureInfo.InvariantCulture);
    }

    [Fact]
    public void A_second_agent_in_the_same_control_group_is_refused()
    {
        Zoo.MustApply(new Step.Set(Zoo.Target(Default4), new Window(30, null)));
        using var second = Zoo.NewTuner();
        var outcome = Zoo.Host.Run(() =>
            second
                .ApplyAsync(new Step.Set(Zoo.Target(Default6), new Window(30, null)), CancellationToken.None)
                .AsTask()
                .GetAwaiter()
                .GetResult()
        );
        Assert.Contains("another agent's program", Assert.IsType<Outcome.Failed>(outcome).Error, StringComparison.Ordinal);
        Assert.Single(Attached());
    }

    public void Dispose() => _bench.Dispose();

    [LibraryImport("libc", EntryPoint = "dup", SetLastError = true)]
    private static partial int Duplicate(int file);

    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    private static partial int Close(int file);

    private IReadOnlyList<SockOpsProgram> Attached() => ProgramQuery.Of(_bench.Group.Path, inherited: false);

    private IReadOnlyList<string> Follow() =>
        Zoo.Host.Run(() => Zoo.Tuner.FollowAsync(new HashSet<string>(), CancellationToken.None).AsTask().GetAwaiter().GetResult().Done);
}
