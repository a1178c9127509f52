using IwTune.Agent.Cli.Execution;
using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Control;
using IwTune.Agent.Engine.Standing;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Engine.Passive;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Control;

/// <summary>A daemon names no server where the host has none, and no policy where none applies.</summary>
public sealed class UnenrolledDaemonTests : IDisposable
{
    private static readonly CancellationToken None = CancellationToken.None;
    private readonly Bench _bench = new Bench().WithUsualRoutes();

    [Fact]
    public Task Only_a_person_keeps_what_waits_to_be_confirmed() =>
        WithDaemonAsync(async daemon =>
        {
            var content = Bench.Content(("default", 9, null)) with { ConfirmSeconds = 60 };
            var applied = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Apply, content), None);
            Assert.Contains("unless 'iwtune confirm' is run before.", applied.Text, StringComparison.Ordinal);

            var shown = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), None);
            using var page = new StringWriter();
            var terminal = new Terminal(page, page, TextReader.Null, Interactive: false, Colour: false);
            StatusPage.Write(terminal, shown.Status!, shown.State, shown.Evidence, "route");
            Assert.Contains("unless 'iwtune confirm' is run", page.ToString(), StringComparison.Ordinal);
        });

    [Fact]
    public Task An_override_that_is_cleared_leaves_the_policy_only_where_there_is_one() =>
        WithDaemonAsync(async daemon =>
        {
            Assert.Equal("The policy applies again.", (await OverrideAndClearAsync(daemon)).Text);
            await daemon.AnswerAsync(new LocalRequest(LocalVerb.Rollback) { All = true }, None);
            Assert.Equal("Cleared. This host has no policy, so its own windows apply again.", (await OverrideAndClearAsync(daemon)).Text);
            Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
            var again = new OverrideRequest([LocalOverride.All], null, null, Clear: true, "anna", "");
            var none = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Override) { Override = again }, None);
            Assert.Equal((0, "This host has no local override. Nothing was changed."), (none.Exit, none.Text));
        });

    [Fact]
    public Task An_override_on_a_host_without_a_policy_is_not_shown_as_a_restored_window() =>
        WithDaemonAsync(async daemon =>
        {
            await daemon.AnswerAsync(new LocalRequest(LocalVerb.Rollback) { All = true }, None);
            var asked = new OverrideRequest([Bench.Default], 20, null, Clear: false, "anna", "");
            var reply = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Override) { Override = asked }, None);
            using var page = new StringWriter { NewLine = "\n" };
            RunningDaemon.Tell(new Terminal(page, page, TextReader.Null, Interactive: false, Colour: false), reply, "route");
            Assert.DoesNotContain("restored:", page.ToString(), StringComparison.Ordinal);
            Assert.Contains("READ BACK", page.ToString(), StringComparison.Ordinal);
        });

    [Fact]
    public Task An_enrolled_host_that_enforces_a_policy_file_says_that_it_does_not_call_its_server() =>
        WithDaemonAsync(async daemon =>
        {
            using var authority = new TestAuthority();
            Assert.Empty((await StatusAsync(daemon)).Notes);
            var identity = authority.Enrolled(_bench.Clock.GetUtcNow());
            IdentityFile.Write(_bench.State.Root, identity);
            Assert.Equal(
                [
                    $"This host is enrolled at {identity.Server.Authority}, but its daemon enforces edge.yaml and does not call the "
                        + "server. Start it without --policy to follow the server, or leave with 'iwtune unenroll'.",
                ],
                (await StatusAsync(daemon)).Notes
            );
        });

    [Fact]
    public Task A_host_that_leaves_its_fleet_says_that_the_policy_file_comes_back() =>
        WithDaemonAsync(async daemon =>
        {
            using var authority = new TestAuthority();
            IdentityFile.Write(_bench.State.Root, authority.Enrolled(_bench.Clock.GetUtcNow()));
            var left = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Unenrol, Force: true), None);
            Assert.EndsWith(
                " The daemon enforces its policy file again when it is started or reloaded; 'iwtune status' names the file.",
                left.Text,
                StringComparison.Ordinal
            );
            Assert.Equal(
                [
                    "edge.yaml is not enforced since this host left its fleet. The next start of the daemon, or 'systemctl reload iwtune', "
                        + "enforces it again.",
                ],
                (await StatusAsync(daemon)).Notes
            );
            await daemon.ReloadAsync(Bench.Content(("default", 10, null)), None);
            Assert.Empty((await StatusAsync(daemon)).Notes);
            Assert.Equal(10, _bench.WindowOf(Bench.Default).InitCwnd);
        });

    [Fact]
    public Task An_answer_gives_each_reason_once_and_a_way_back_only_from_a_change() =>
        WithDaemonAsync(async daemon =>
        {
            var content = Bench.Content(("default", 9, null), ("prefix:10.0.0.0/8", 8, null)) with
            {
                Limits = Limits.None with { Max = 8 },
            };
            var partly = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Apply, content), None);
            Assert.StartsWith("Applied. 1 of 2 routes not set: initcwnd 9 is more than 8,", partly.Text, StringComparison.Ordinal);
            using var page = new StringWriter { NewLine = "\n" };
            RunningDaemon.Tell(new Terminal(page, page, TextReader.Null, Interactive: false, Colour: false), partly, "route");
            Assert.StartsWith(
                "Applied. 1 of 2 routes not set; the reason is below. 'iwtune rollback' undoes it.\n",
                page.ToString(),
                StringComparison.Ordinal
            );
            Assert.Equal(2, page.ToString().Split("initcwnd 9 is more than 8").Length);

            var again = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Apply, content), None);
            Assert.DoesNotContain("rollback", again.Text, StringComparison.Ordinal);
        });

    public void Dispose() => _bench.Dispose();

    private static async Task<DaemonStatus> StatusAsync(Daemon daemon) =>
        (await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), None)).Status!;

    private static async Task<LocalReply> OverrideAndClearAsync(Daemon daemon)
    {
        var asked = new OverrideRequest([Bench.Default], 20, null, Clear: false, "anna", "");
        await daemon.AnswerAsync(new LocalRequest(LocalVerb.Override) { Override = asked }, None);
        return await daemon.AnswerAsync(new LocalRequest(LocalVerb.Override) { Override = asked with { Clear = true } }, None);
    }

    private Task WithDaemonAsync(Func<Daemon, Task> act) =>
        PolicyDaemon.RunAsync(_bench, _bench.DaemonHost with { Connections = new FakeFeed() }, 10, act);
}
