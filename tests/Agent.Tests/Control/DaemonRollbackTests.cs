using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Passive;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Control;

/// <summary>What a daemon answers to a rollback is what has become of the host.</summary>
public sealed class DaemonRollbackTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public Task Back_at_an_earlier_policy_the_host_differs_from_nothing() =>
        WithDaemonAsync(async daemon =>
        {
            await daemon.AnswerAsync(new LocalRequest(LocalVerb.Apply, Bench.Content(("default", 9, null))), None);
            await daemon.AnswerAsync(new LocalRequest(LocalVerb.Rollback), None);
            Assert.Equal(10, _bench.WindowOf(Bench.Default).InitCwnd);
            Assert.Equal(0, (await daemon.AnswerAsync(new LocalRequest(LocalVerb.Verify), None)).Exit);
            await daemon.ReloadAsync(null, None);
            Assert.Equal(0, (await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), None)).Exit);
            Assert.Equal(10, _bench.WindowOf(Bench.Default).InitCwnd);
        });

    [Fact]
    public Task The_answer_shows_what_was_restored_and_names_the_change_before() =>
        WithDaemonAsync(async daemon =>
        {
            await daemon.AnswerAsync(new LocalRequest(LocalVerb.Apply, Bench.Content(("default", 9, null))), None);
            var reply = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Rollback), None);
            using var text = new StringWriter { NewLine = "\n" };
            var terminal = new Terminal(text, text, TextReader.Null, Interactive: false, Colour: false);
            Assert.Equal(0, RunningDaemon.Tell(terminal, reply, "route"));
            Assert.Equal(
                "1 route restored: rolled back by hand. No policy is enforced until 'iwtune apply FILE' is run or the policy file changes. "
                    + "Before that: edge, change 1. 'iwtune rollback' again undoes it, too.\n"
                    + $"  {Bench.Default}: initcwnd 10, restored\n",
                text.ToString()
            );
        });

    [Fact]
    public Task An_overridden_route_is_not_called_as_it_was() =>
        WithDaemonAsync(async daemon =>
        {
            var asked = new OverrideRequest([Bench.Ten], 20, null, Clear: false, "anna", "");
            await daemon.AnswerAsync(new LocalRequest(LocalVerb.Override) { Override = asked }, None);
            await daemon.AnswerAsync(new LocalRequest(LocalVerb.Rollback), None);
            var second = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Rollback), None);
            Assert.Equal(0, second.Exit);
            Assert.Contains($"1 route has a window of iwtune: {Bench.Ten}.", second.Text, StringComparison.Ordinal);
            Assert.Equal(20, _bench.WindowOf(Bench.Ten).InitCwnd);
        });

    [Fact]
    public Task An_overridden_route_keeps_its_window_and_the_answer_names_it() =>
        WithDaemonAsync(async daemon =>
        {
            var asked = new OverrideRequest([Bench.Default], 20, null, Clear: false, "anna", "");
            await daemon.AnswerAsync(new LocalRequest(LocalVerb.Override) { Override = asked }, None);
            var answer = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Rollback), None);
            Assert.Equal(
                "No route had to be restored: rolled back by hand. 1 route keeps the window of a local override; 'iwtune override "
                    + "--clear' ends it. No policy is enforced until 'iwtune apply FILE' is run or the policy file changes.",
                answer.Text
            );
            await daemon.ReloadAsync(null, None);
            Assert.Equal(20, _bench.WindowOf(Bench.Default).InitCwnd);
        });

    [Fact]
    public async Task A_rollback_that_cannot_be_stored_holds_and_is_an_error_because_a_restart_would_end_it()
    {
        await WithDaemonAsync(async daemon =>
        {
            var path = Directory.CreateDirectory(_bench.State.File(BundleStore.Name + ".new")).FullName;
            var failed = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Rollback), None);
            Assert.Equal(1, failed.Exit);
            Assert.StartsWith("1 route restored: rolled back by hand.", failed.Text, StringComparison.Ordinal);
            Assert.Contains("a restart of the daemon would enforce it again", failed.Text, StringComparison.Ordinal);
            await daemon.ReloadAsync(null, None);
            Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
            var status = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), None);
            Assert.Null(status.State!.Policy);
            Assert.Contains(
                status.Status!.Notes,
                note => note.StartsWith("That a policy was undone is not stored", StringComparison.Ordinal)
            );
            Directory.Delete(path);
            await daemon.ReloadAsync(null, None);
            Assert.Empty((await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), None)).Status!.Notes);
        });
        await WithDaemonAsync(_ => Task.CompletedTask);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
    }

    [Fact]
    public Task A_status_that_may_be_old_is_not_called_good() =>
        WithDaemonAsync(async daemon =>
        {
            var path = Directory.CreateDirectory(_bench.State.File(BundleStore.Name + ".new")).FullName;
            await daemon.AnswerAsync(new LocalRequest(LocalVerb.Apply, Bench.Content(("default", 9, null))), None);
            Assert.Equal(1, (await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), None)).Exit);
            Directory.Delete(path);
            await daemon.ReloadAsync(null, None);
            Assert.Equal(0, (await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), None)).Exit);
        });

    public void Dispose() => _bench.Dispose();

    private Task WithDaemonAsync(Func<Daemon, Task> act) =>
        PolicyDaemon.RunAsync(_bench, _bench.DaemonHost with { Connections = new FakeFeed() }, 10, act);
}
