using IwTune.Agent.Linux.Bpf;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Linux.Bpf;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Linux.Containers;

/// <summary>Programs of pods on the real kernel, measured by connections of the pods themselves and by their peer.</summary>
public sealed class PodWindowsTests : IDisposable
{
    private const string Default4 = "ipv4 main default via 10.99.0.2 dev v0";

    private readonly PodBench _bench = new();

    private RouteZoo Zoo => _bench.Bench.Zoo;

    [Fact]
    public async Task A_window_of_one_pod_is_seen_on_the_wire_from_it_alone()
    {
        var (a, b) = (_bench.Add("web-1", 11), _bench.Add("db-1", 12));
        Zoo.MustApply(new Step.Set(_bench.TargetOf(a), new Window(24, null)));
        Assert.Equal("24 24", await a.ConnectAsync("10.77.0.1", "[fd77::1]"));
        Assert.Equal("10 10", await b.ConnectAsync("10.77.0.1", "[fd77::1]"));
        Assert.Equal("10 10", await _bench.ConnectAsync("10.77.0.1", "[fd77::1]"));

        using var serverA = await a.ServeAsync();
        using var serverB = await b.ServeAsync();
        using var server = await _bench.ServeAsync();
        Assert.Equal(
            (24, 10, 10),
            (await _bench.OnTheWireAsync(a.Address), await _bench.OnTheWireAsync(b.Address), await _bench.OnTheWireAsync("10.99.0.1"))
        );
    }

    /// <summary>Why the program of a pod leaves a mark: the kernel runs those of the groups above later, whichever came first.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Of_two_programs_without_a_mark_the_upper_one_wins(bool upperFirst)
    {
        var a = _bench.Add("web-1", 11);
        (string Group, int Window)[] programs = [(_bench.Bench.Group.Path, 60), (a.Group, 50)];
        var attached = (upperFirst ? programs : [.. programs.Reverse()])
            .Select(one => Attachment.To(one.Group, LoadedProgram.Load("other", BpfBench.Always(one.Window))))
            .ToList();
        Assert.Equal("60", await a.ConnectAsync("10.77.0.1"));
        attached.ForEach(program => program.Dispose());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_pods_window_wins_over_the_hosts_whichever_came_first(bool hostFirst)
    {
        var (a, b) = (_bench.Add("web-1", 11), _bench.Add("db-1", 12));
        Step[] steps = [new Step.Set(Zoo.Target(Default4), new Window(30, null)), new Step.Set(_bench.TargetOf(a), new Window(24, null))];
        foreach (var step in hostFirst ? steps : [.. steps.Reverse()])
            Zoo.MustApply(step);
        Assert.Equal(
            [
                $"{Path.GetFileName(a.Group)} {SockOpsPrograms.ContainerName}",
                $"{Path.GetFileName(_bench.Bench.Group.Path)} {SockOpsPrograms.OwnName}",
            ],
            _bench.Programs().OrderDescending(StringComparer.Ordinal)
        );
        Assert.Equal("24", await a.ConnectAsync("10.77.0.1"));
        Assert.Equal("30", await b.ConnectAsync("10.77.0.1"));
        Assert.Equal("30", await _bench.ConnectAsync("10.77.0.1"));
        using var server = await a.ServeAsync();
        Assert.Equal(24, await _bench.OnTheWireAsync(a.Address));
    }

    [Fact]
    public async Task What_a_pods_window_leaves_out_is_the_hosts()
    {
        var a = _bench.Add("web-1", 11);
        Zoo.MustApply(new Step.Set(Zoo.Target(Default4), new Window(30, null)));
        Zoo.MustApply(new Step.Set(_bench.TargetOf(a), new Window(null, 12)));
        Assert.Equal("30", await a.ConnectAsync("10.77.0.1"));
    }

    [Fact]
    public async Task A_pods_connections_to_itself_are_left_alone()
    {
        var a = _bench.Add("web-1", 11);
        Zoo.MustApply(new Step.Set(_bench.TargetOf(a), new Window(24, null)));
        using var listener = a.Start(
            Path.Combine(AppContext.BaseDirectory, "iwtune-lab"),
            "measure",
            "listen",
            "cubic",
            $"{BpfBench.Port}"
        );
        await listener.WaitForLineAsync("listening");
        Assert.Equal("10 10 24", await a.ConnectAsync("127.0.0.1", "[::1]", a.Address));
    }

    [Fact]
    public async Task A_restore_detaches_the_program_and_changes_no_group()
    {
        var (a, b) = (_bench.Add("web-1", 11), _bench.Add("db-1", 12));
        var (groups, routes) = (_bench.Groups(), _bench.Routes());
        var (before, snapshot) = (_bench.TargetOf(a), Zoo.Read());
        Zoo.MustApply(new Step.Set(before, new Window(24, null)));
        Assert.Equal((new Window(24, null), Window.Unset), _bench.TargetOf(a) is var now ? (now.Current, now.OwnersWindow) : default);
        Assert.Null(_bench.TargetOf(b).OwnersWindow);
        Zoo.MustApply(new Step.PutBack(_bench.TargetOf(a), RouteZoo.Image(before, snapshot)));
        Assert.Empty(_bench.Programs());
        Assert.Equal("10", await a.ConnectAsync("10.77.0.1"));
        Assert.Equal(groups, _bench.Groups());
        Assert.Equal(routes, _bench.Routes());
        Assert.IsType<Outcome.AlreadyThere>(Zoo.Apply(new Step.PutBack(_bench.TargetOf(a), RouteZoo.Image(before, snapshot))));
    }

    [Fact]
    public void A_pod_that_has_ended_is_refused_followed_and_never_failed()
    {
        var a = _bench.Add("web-1", 11);
        var target = _bench.TargetOf(a);
        Zoo.MustApply(new Step.Set(target, new Window(24, null)));
        a.Dispose();
        Assert.Contains(
            "has ended",
            Assert.IsType<Outcome.Refused>(Zoo.Apply(new Step.Set(target, new Window(20, null)))).Reason,
            StringComparison.Ordinal
        );
        var followed = Zoo.Host.Run(() =>
            Zoo.Tuner.FollowAsync(new HashSet<string> { target.Id, Default4 }, CancellationToken.None).AsTask().GetAwaiter().GetResult()
        );
        Assert.Equal([target.Id], followed.Ended);
        Assert.Empty(_bench.Programs());
    }

    [Fact]
    public void Standing_down_takes_every_program_off()
    {
        var (a, b) = (_bench.Add("web-1", 11), _bench.Add("db-1", 12));
        Zoo.MustApply(new Step.Set(_bench.TargetOf(a), new Window(24, null)));
        Zoo.MustApply(new Step.Set(_bench.TargetOf(b), new Window(24, null)));
        Assert.Contains(
            "of 2 containers and pods",
            Assert.Single(Zoo.Host.Run(() => Zoo.Tuner.StandDownAsync(CancellationToken.None).AsTask().GetAwaiter().GetResult())),
            StringComparison.Ordinal
        );
        Assert.Empty(_bench.Programs());
    }

    [Fact]
    public void A_second_agent_is_refused_for_the_same_pod()
    {
        var a = _bench.Add("web-1", 11);
        Zoo.MustApply(new Step.Set(_bench.TargetOf(a), new Window(24, null)));
        using var second = Zoo.NewTuner();
        var outcome = Zoo.Host.Run(() =>
            second
                .ApplyAsync(new Step.Set(_bench.TargetOf(a), new Window(30, null)), CancellationToken.None)
                .AsTask()
                .GetAwaiter()
                .GetResult()
        );
        Assert.Contains("another agent's program", Assert.IsType<Outcome.Failed>(outcome).Error, StringComparison.Ordinal);
        Assert.Single(_bench.Programs());
    }

    public void Dispose() => _bench.Dispose();
}
