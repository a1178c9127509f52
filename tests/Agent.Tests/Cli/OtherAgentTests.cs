using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;

namespace IwTune.Agent.Tests.Cli;

/// <summary>A command whose socket belongs to another agent than its state directory reaches neither.</summary>
[Collection("command line")]
public sealed class OtherAgentTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Shell _shell;
    private readonly List<LocalVerb> _asked = [];
    private readonly CancellationTokenSource _stop = new();
    private readonly LocalListener _daemon;

    public OtherAgentTests()
    {
        _shell = new Shell(_bench);
        var (endpoint, _) = LocalEndpoint.Open(Socket);
        _daemon = new LocalListener(endpoint!, AnswerAsync, AgentLog.Silent, TimeProvider.System);
        _ = _daemon.RunAsync(_stop.Token);
    }

    private string Socket => _bench.State.File("agent.sock");

    [Fact]
    public async Task A_state_directory_that_is_not_the_daemons_is_refused()
    {
        var said = await _shell.RunAsync("rollback", "--socket", Socket);
        Assert.Equal(
            (
                1,
                $"The daemon on {Socket} keeps its state in /srv/other, not in {_bench.State.Root}. Nothing was done. Leave --state out, "
                    + "or name the socket of the other daemon.\n"
            ),
            (said.Exit, said.Error)
        );
        Assert.Equal([LocalVerb.Status], _asked);
    }

    [Fact]
    public async Task Without_a_state_directory_the_socket_decides()
    {
        Assert.Equal(0, (await _shell.RunWithoutStateAsync("rollback", "--socket", Socket)).Exit);
        Assert.Equal([LocalVerb.Rollback], _asked);
    }

    [Fact]
    public async Task Another_agent_does_not_leave_its_fleet_in_place_of_the_named_one()
    {
        using var held = StateLock.Take(_bench.State, StateLock.Daemon);
        Assert.Equal(1, (await _shell.RunAsync("unenroll", "--socket", Socket)).Exit);
        Assert.Equal([LocalVerb.Status], _asked);
    }

    [Fact]
    public async Task The_agent_of_a_socket_leaves_its_fleet_although_no_daemon_has_the_usual_state_directory()
    {
        Assert.Equal(0, (await _shell.RunWithoutStateAsync("unenroll", "--socket", Socket)).Exit);
        Assert.Equal([LocalVerb.Unenrol], _asked);
    }

    public void Dispose()
    {
        _stop.Cancel();
        _daemon.Dispose();
        _stop.Dispose();
        _shell.Dispose();
        _bench.Dispose();
    }

    private ValueTask<LocalReply> AnswerAsync(LocalRequest request, CancellationToken ct)
    {
        _asked.Add(request.Verb);
        var now = _bench.Clock.GetUtcNow();
        return ValueTask.FromResult(
            request.Verb is LocalVerb.Status
                ? new LocalReply
                {
                    Exit = ExitCode.Fine,
                    Status = new DaemonStatus
                    {
                        Version = "1.0.0",
                        Pid = 1,
                        Since = now,
                        Now = now,
                        StateDirectory = "/srv/other",
                    },
                }
                : LocalReply.Say(ExitCode.Fine, "Done.")
        );
    }
}
