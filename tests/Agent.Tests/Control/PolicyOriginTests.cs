using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Control;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Passive;

namespace IwTune.Agent.Tests.Control;

/// <summary>A daemon with a policy file may hold another policy, which a person applied.</summary>
public sealed class PolicyOriginTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public Task A_policy_that_was_applied_by_hand_is_not_from_the_file() =>
        PolicyDaemon.RunAsync(
            _bench,
            _bench.DaemonHost with
            {
                Connections = new FakeFeed(),
            },
            10,
            async daemon =>
            {
                Assert.Matches("policy +edge.* from .*, enforce\n", await ShownAsync(daemon));
                await daemon.AnswerAsync(new LocalRequest(LocalVerb.Apply, Bench.Content(("default", 9, null))), None);
                Assert.Matches("policy +edge.* applied by hand, enforce\n", await ShownAsync(daemon));
            }
        );

    [Fact]
    public void A_running_experiment_is_no_trouble()
    {
        var now = _bench.Clock.GetUtcNow();
        var status = new DaemonStatus
        {
            Version = "1.0.0",
            Pid = 1,
            Since = now,
            Now = now,
            StateDirectory = "/srv/state",
            Experiment = "An experiment runs.",
        };
        var shown = Shown(status, new LocalReply { Exit = 0 });
        Assert.Matches("experiment +An experiment runs.\n", shown);
        Assert.DoesNotContain("note:", shown, StringComparison.Ordinal);
    }

    public void Dispose() => _bench.Dispose();

    private static async Task<string> ShownAsync(Daemon daemon)
    {
        var reply = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), None);
        return Shown(reply.Status!, reply);
    }

    private static string Shown(DaemonStatus status, LocalReply reply)
    {
        using var output = new StringWriter { NewLine = "\n" };
        var terminal = new Terminal(output, output, TextReader.Null, Interactive: false, Colour: false);
        StatusPage.Write(terminal, status, reply.State, reply.Evidence, "route");
        return output.ToString();
    }
}
