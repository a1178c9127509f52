using System.Net;
using System.Text;
using IwTune.Agent.Linux.Containers;
using IwTune.Agent.Linux.Probing;
using IwTune.Agent.Ports;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;
using Microsoft.Extensions.Time.Testing;

namespace IwTune.Agent.Tests.Linux.Containers;

/// <summary>The processes that measure inside containers; the test answers for them.</summary>
public sealed class ContainerProbeTests : IDisposable
{
    private readonly string _groups = Directory.CreateTempSubdirectory("iwtune-test-").FullName;
    private readonly FakeTimeProvider _clock = new();
    private readonly List<string> _entered = [];
    private readonly TaskCompletionSource<HostCommandRun> _silent = new();

    public void Dispose() => Directory.Delete(_groups, recursive: true);

    [Fact]
    public async Task All_containers_of_a_round_are_entered_before_the_first_answers()
    {
        var round = RoundAsync(3);
        Assert.Equal(["container docker c0", "container docker c1", "container docker c2"], _entered);
        _silent.SetResult(new HostCommandRun(1, [], Encoding.UTF8.GetBytes("no answer"), default));
        Assert.All(await round, seen => Assert.Equal("The process inside the container measured nothing: no answer", seen.Note));
    }

    [Fact]
    public async Task No_more_than_eight_of_a_round_are_entered_and_the_rest_say_so()
    {
        var round = RoundAsync(10);
        Assert.Equal(ContainerProbe.MostInRound, _entered.Count);
        _silent.SetResult(new HostCommandRun(1, [], [], default));
        Assert.Equal(2, (await round).Count(seen => seen.Note == "Not measured in this round: 8 containers a minute are entered at most."));
    }

    private async Task<List<Evidence>> RoundAsync(int containers)
    {
        var probe = new TcpInfoProbe(() => [new IPEndPoint(IPAddress.Loopback, 9)], _clock) { Inside = new ContainerProbe(_clock, Run) };
        var seen = new List<Evidence>();
        var targets = Enumerable.Range(0, containers).Select(Container).ToList();
        await foreach (var one in probe.ProbeAllAsync(targets, "d1", CancellationToken.None))
            seen.Add(one);
        return seen;

        ValueTask<HostCommandRun> Run(HostCommand command, CancellationToken ct)
        {
            _entered.Add(command.Arguments[1]);
            return new(_silent.Task);
        }
    }

    private Target Container(int number)
    {
        var facts = new ContainerFacts("docker", $"c{number}");
        var group = Directory.CreateDirectory(Path.Combine(_groups, facts.Id)).FullName;
        File.WriteAllText(Path.Combine(group, "cgroup.procs"), "1\n");
        return new Target
        {
            Id = facts.TargetId,
            Destination = new IPNetwork(IPAddress.Any, 0),
            Owner = "",
            Strategy = new Strategy(StrategyKind.Bpf, "test"),
            Current = new Window(20, null),
            Raw = Encoding.UTF8.GetBytes(group),
            Container = facts,
        };
    }
}
