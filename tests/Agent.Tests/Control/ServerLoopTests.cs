using IwTune.Agent.Cli.Output;
using IwTune.Agent.Cli.Output.Pages;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Loops;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.Settings;
using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Local;
using IwTune.Agent.Tests.Engine;
using IwTune.Lab;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Control;

/// <summary>How a running daemon follows a server and leaves it.</summary>
public sealed class ServerLoopTests : IDisposable
{
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly TestAuthority _authority = new();
    private readonly HostControl _host;
    private readonly Identity _enrolled;
    private readonly StringWriter _log = new();

    public ServerLoopTests()
    {
        _host = new HostControl(_bench.Open(), BundleStore.Open(_bench.State.File(BundleStore.Name)), _bench.Clock, AgentLog.Silent);
        _enrolled = _authority.Enrolled(_bench.Clock.GetUtcNow());
    }

    [Fact]
    public async Task A_host_that_leaves_is_not_followed_again_before_its_identity_is_removed()
    {
        var memberships = 0;
        var server = new SecretsServer(_enrolled);
        using var loop = Loop(network =>
        {
            memberships++;
            return server.Wire(network);
        });
        using var stop = new CancellationTokenSource();
        var running = loop.RunAsync(stop.Token);

        for (var round = 1; round <= 20; round++)
        {
            IdentityFile.Write(_bench.State.Root, _enrolled);
            await Until.TrueAsync(() => Reached(loop), () => $"{_log}");

            var reply = await loop.LeaveAsync(force: false, CancellationToken.None);

            Assert.StartsWith("This host has left the fleet.", reply.Text, StringComparison.Ordinal);
            Assert.Equal(round, memberships);
            Assert.Null(loop.Membership);
            Assert.Null(IdentityFile.Read(_bench.State.Root));
            Assert.False(Directory.Exists(_bench.State.File(Membership.OutboxName)));
        }
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    [Fact]
    public async Task A_bundle_that_comes_while_the_host_leaves_does_not_stay_on_it()
    {
        using var signer = new Signed();
        IdentityFile.Write(_bench.State.Root, _enrolled with { SigningKeys = [signer.Public] });
        var bundle = signer.Envelope(Signed.Bundle(1, 16, _bench.Clock.GetUtcNow()));
        using var server = new LateBundle(bundle, () => ASecondLater(() => _bench.WindowOf(Bench.Default).InitCwnd == 16));
        using var loop = Loop(_ => server);
        using var stop = new CancellationTokenSource();
        var running = loop.RunAsync(stop.Token);
        await Until.TrueAsync(() => Reached(loop) && server.Held > 0, () => $"{_log}");

        var reply = await loop.LeaveAsync(force: false, CancellationToken.None);

        Assert.Contains("All windows are restored. The server has retired it.", reply.Text, StringComparison.Ordinal);
        Assert.Equal(Window.Unset, _bench.WindowOf(Bench.Default));
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    [Fact]
    public async Task Two_persons_who_leave_at_once_both_get_an_answer()
    {
        var server = new SecretsServer(_enrolled);
        IdentityFile.Write(_bench.State.Root, _enrolled);
        using var loop = Loop(server.Wire);
        using var stop = new CancellationTokenSource();
        var running = loop.RunAsync(stop.Token);
        await Until.TrueAsync(() => Reached(loop), () => $"{_log}");

        var replies = await Task.WhenAll(
            Enumerable.Range(0, 2).Select(_ => Task.Run(() => loop.LeaveAsync(force: false, CancellationToken.None)))
        );

        Assert.Single(replies, reply => reply.Text.StartsWith("This host has left the fleet.", StringComparison.Ordinal));
        Assert.Single(replies, reply => reply.Text.StartsWith("This host is not enrolled", StringComparison.Ordinal));
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    [Fact]
    public async Task A_host_that_enrolled_a_moment_ago_is_not_called_unenrolled()
    {
        using var loop = Loop(new SecretsServer(_enrolled).Wire);
        IdentityFile.Write(_bench.State.Root, _enrolled);

        var reply = await loop.LeaveAsync(force: true, CancellationToken.None);

        Assert.Equal(ExitCode.Error, reply.Exit);
        Assert.StartsWith("This host enrolled a moment ago", reply.Text, StringComparison.Ordinal);
        Assert.NotNull(IdentityFile.Read(_bench.State.Root));
    }

    [Fact]
    public async Task A_host_that_does_not_follow_its_server_leaves_all_the_same()
    {
        using var loop = Loop(new SecretsServer(_enrolled).Wire, follows: false);
        IdentityFile.Write(_bench.State.Root, _enrolled);

        var reply = await loop.LeaveAsync(force: false, CancellationToken.None);

        Assert.StartsWith("This host has left the fleet. All windows are restored.", reply.Text, StringComparison.Ordinal);
        Assert.Null(IdentityFile.Read(_bench.State.Root));
        Assert.Null(loop.Unfollowed);
    }

    [Fact]
    public async Task A_damaged_identity_is_named_and_removed_only_by_force()
    {
        await File.WriteAllTextAsync(_bench.State.File(IdentityFile.Name), "{");
        using var loop = Loop(new SecretsServer(_enrolled).Wire);

        var refused = await loop.LeaveAsync(force: false, CancellationToken.None);
        var left = await loop.LeaveAsync(force: true, CancellationToken.None);

        Assert.Contains("is damaged in line 1", refused.Text, StringComparison.Ordinal);
        Assert.Equal(
            "This host has left the fleet. All windows are restored. The server was not notified: the identity could not be read. Retire "
                + "the host there.",
            left.Text
        );
        Assert.False(File.Exists(_bench.State.File(IdentityFile.Name)));
    }

    [Fact]
    public async Task A_damaged_identity_is_what_status_says_of_the_server()
    {
        await File.WriteAllTextAsync(_bench.State.File(IdentityFile.Name), "{");
        using var daemon = new Daemon(
            new DaemonOptions(_bench.State.Root, "", null),
            SettingsFile.Load(_bench.State, () => CentralSettings.None),
            _bench.DaemonHost,
            _bench.Clock,
            () => 0.5,
            AgentLog.Silent
        );
        await daemon.AnswerAsync(new LocalRequest(LocalVerb.Unenrol), CancellationToken.None);
        var reply = await daemon.AnswerAsync(new LocalRequest(LocalVerb.Status), CancellationToken.None);

        Assert.Equal(ExitCode.Error, reply.Exit);
        using var page = new StringWriter();
        var terminal = new Terminal(page, page, TextReader.Null, Interactive: false, Colour: false);
        StatusPage.Write(terminal, reply.Status!, state: null, [], "route");
        Assert.Contains(
            $"server  not called; the identity of this host cannot be used. {_bench.State.File(IdentityFile.Name)} is damaged in line 1. "
                + "Restore it from a backup, or run 'iwtune unenroll --force' and enrol again.",
            page.ToString(),
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("not enrolled", page.ToString(), StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _host.Dispose();
        _authority.Dispose();
        _bench.Dispose();
    }

    private bool Reached(ServerLoop loop) => ASecondLater(() => loop.Membership?.CheckIns.LastContact is not null);

    private bool ASecondLater(Func<bool> look)
    {
        _bench.Clock.Advance(TimeSpan.FromSeconds(1));
        return look();
    }

    private ServerLoop Loop(Func<HttpMessageHandler, HttpMessageHandler> wire, bool follows = true) =>
        new(_bench.State, _host, new LinuxHostFacts(), new KnownPeers(), wire, _bench.Clock, () => 0.5, new AgentLog(_log))
        {
            Follows = follows,
        };
}
