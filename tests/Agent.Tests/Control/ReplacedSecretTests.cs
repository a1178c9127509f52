using System.Text.Json;
using IwTune.Agent.Control;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Lab;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Tests.Control;

/// <summary>
/// Wherever an agent is killed while its secret is replaced, and whether or not the answer arrived, it starts again with a secret that the
/// server accepts.
/// </summary>
public sealed class ReplacedSecretTests : IDisposable
{
    // Check-in, rotation, check-in with the new secret: before the server handled the call, and after it while the answer is under way.
    private static readonly (int Call, bool Done)[] Moments = [(0, false), (0, true), (1, false), (1, true), (2, false), (2, true)];

    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly TestAuthority _authority = new();
    private readonly HostControl _host;
    private readonly Identity _enrolled;
    private readonly string _blocker;

    public ReplacedSecretTests()
    {
        _host = new HostControl(_bench.Open(), BundleStore.Open(_bench.State.File(BundleStore.Name)), _bench.Clock, AgentLog.Silent);
        _blocker = _bench.State.File(IdentityFile.Name + ".new");
        _enrolled = _authority.Enrolled(_bench.Clock.GetUtcNow());
    }

    [Fact]
    public async Task A_secret_is_replaced_and_the_one_before_is_kept_for_a_server_that_is_put_back()
    {
        var server = Server();

        await RunAsync(server);

        var now = OnDisk();
        Assert.Equal(server.Current, RandomSecrets.HashOf(now.Secret));
        Assert.Null(now.NextSecret);
        Assert.Equal(["secret-1"], now.FormerSecrets);
        Assert.DoesNotContain(server.Told, body => body.Contains(now.Secret, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Killed_twice_at_any_two_moments_the_agent_comes_back_and_the_replacement_ends()
    {
        foreach (var first in Moments)
        {
            foreach (var second in Moments)
            {
                var server = Server();
                foreach (var moment in ((int, bool)?[])[first, second, null])
                {
                    server.Kill = moment;
                    await RunAsync(server);
                    Assert.True(server.Takes(OnDisk().Secret), $"locked out: {first} then {second}, at {moment}");
                }
                Assert.NotEqual(RandomSecrets.HashOf("secret-1"), server.Current);
                Assert.Equal(server.Current, RandomSecrets.HashOf(OnDisk().Secret));
                Assert.Equal(0, server.Refused);
            }
        }
    }

    [Fact]
    public async Task A_server_put_back_between_any_two_moments_is_answered_with_the_secret_it_knows()
    {
        foreach (var first in Moments)
        {
            foreach (var second in Moments)
            {
                var server = Server();
                server.Kill = first;
                await RunAsync(server);
                server.PutBack();
                server.Kill = second;
                await RunAsync(server);
                server.Kill = null;
                await RunAsync(server);

                Assert.NotEqual(RandomSecrets.HashOf("secret-1"), server.Current);
                Assert.Equal(server.Current, RandomSecrets.HashOf(OnDisk().Secret));
                Assert.Contains("secret-1", OnDisk().FormerSecrets);
            }
        }
    }

    [Fact]
    public async Task A_disk_that_takes_nothing_keeps_the_secret_in_use_and_the_server_hears_of_no_other()
    {
        var server = Server();
        Directory.CreateDirectory(_blocker);
        server.Kill = (1, false);
        await RunAsync(server);

        Assert.Empty(server.Told);
        Assert.Equal(("secret-1", null), (OnDisk().Secret, OnDisk().NextSecret));

        Directory.Delete(_blocker);
        server.Kill = null;
        await RunAsync(server);
        Assert.Equal(server.Current, RandomSecrets.HashOf(OnDisk().Secret));
    }

    [Fact]
    public async Task A_disk_that_fills_before_the_answer_is_kept_costs_nothing_but_a_further_try()
    {
        var server = Server();
        server.Kill = (1, true);
        await RunAsync(server);
        var made = OnDisk().NextSecret;

        Directory.CreateDirectory(_blocker);
        server.Kill = (2, false);
        await RunAsync(server);
        Assert.Equal(("secret-1", made), (OnDisk().Secret, OnDisk().NextSecret));

        Directory.Delete(_blocker);
        server.Kill = null;
        await RunAsync(server);
        Assert.Equal(made, OnDisk().Secret);
        Assert.Equal(server.Current, RandomSecrets.HashOf(made!));
        Assert.Single(server.Told.Distinct());
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, false)]
    [InlineData(1, true)]
    public async Task A_copy_that_is_adopted_becomes_the_same_host_of_its_own_wherever_it_is_killed(int call, bool done)
    {
        IdentityFile.Write(_bench.State.Root, _enrolled);
        var server = new SecretsServer(_enrolled) { Adopts = true, Kill = (call, done) };
        await RunAsync(server);
        Assert.Equal("host-1", OnDisk().HostId);

        server.Kill = null;
        await RunAsync(server, until: () => OnDisk().HostId == "host-2");
        await RunAsync(server);

        var now = OnDisk();
        Assert.Equal(("host-2", server.Current), (now.HostId, RandomSecrets.HashOf(now.Secret)));
        Assert.Equal("yes", now.Labels["copy"]);
        Assert.Empty(now.FormerSecrets);
        Assert.Single(server.Told.Select(body => body[..90]).Distinct());
        Assert.Equal("host-2", server.Owner);
        var adopted = JsonSerializer.Deserialize(server.Told[^1], WireJson.Default.AdoptRequest)!.Key!;
        Assert.Null(now.NextKey);
        using var key = HostKeyStore.In(_bench.State.Root).Open(now.Key!).Key!;
        Assert.Equal(key.PublicKey, adopted.PublicKey);
    }

    [Fact]
    public async Task A_host_from_before_there_were_keys_makes_one_and_registers_it_once_wherever_it_is_killed()
    {
        IdentityFile.Write(_bench.State.Root, _enrolled);
        var server = new SecretsServer(_enrolled) { WantsKeys = true, Kill = (1, false) };
        await RunAsync(server);
        var made = OnDisk().Key;
        Assert.NotNull(made);
        Assert.Empty(server.Keys);

        server.Kill = (1, true);
        await RunAsync(server);
        server.Kill = null;
        await RunAsync(server);

        var offer = Assert.Single(server.Keys);
        Assert.Equal(made, OnDisk().Key);
        using var key = HostKeyStore.In(_bench.State.Root).Open(made).Key!;
        Assert.Equal((key.PublicKey, key.Kind), (offer.PublicKey, offer.Kind));
        Assert.True(
            SigningKeys.Fits(
                new("", offer.PublicKey),
                HostKeys.Offer(HostKeys.Register, "host-1", offer.PublicKey),
                Convert.FromBase64String(offer.Proof)
            )
        );
        using var membership = Open(server);
        Assert.Equal(key.Kind, membership.Status.HostKey);
    }

    [Fact]
    public void A_host_whose_key_is_lost_says_so()
    {
        IdentityFile.Write(_bench.State.Root, _enrolled with { Key = "host-0123456789abcdef.key" });
        using var membership = Open(new SecretsServer(_enrolled));
        Assert.Equal("lost", membership.Status.HostKey);
    }

    [Fact]
    public async Task A_restored_server_that_has_fewer_reports_is_told_what_the_host_is_and_has_again()
    {
        var server = Server();
        server.Wants = "";
        await _host.Enforcement.ReconcileAsync(CancellationToken.None);
        await RunAsync(server, until: () => !server.Lines.IsEmpty);
        var before = server.Lines.Count;

        server.PutBack();
        server.Wants = $"{AgentWants.ReportsAfter}0";
        await RunAsync(server, until: () => server.Lines.Values.Any(line => line.Event is { Kind: HostEventKind.ReportsLost }));

        Assert.Equal(1, server.Lines.Keys.Min());
        Assert.Contains(server.Lines.Values, line => line.Facts is not null);
        Assert.Contains(
            server.Lines.Values,
            line => line.Event?.Text.Contains($"up to {before} durable", StringComparison.Ordinal) == true
        );
    }

    [Fact]
    public async Task A_host_that_joined_anew_while_the_daemon_runs_is_followed_as_the_new_one()
    {
        IdentityFile.Write(_bench.State.Root, _enrolled);
        var server = new SecretsServer(_enrolled);
        using var membership = Open(server);
        var running = membership.RunAsync(CancellationToken.None);
        await Until.TrueAsync(() => membership.CheckIns.LastContact is not null, () => "the server is not reached");

        IdentityFile.Write(_bench.State.Root, _enrolled with { HostId = "host-9", Secret = "secret-9" });
        await Until.TrueAsync(
            () =>
            {
                _bench.Clock.Advance(TimeSpan.FromSeconds(4));
                return running.IsCompleted;
            },
            () => "the old membership goes on"
        );

        Assert.True(running.IsCompletedSuccessfully);
        Assert.Equal("host-9", OnDisk().HostId);
    }

    public void Dispose()
    {
        _host.Dispose();
        _authority.Dispose();
        _bench.Dispose();
    }

    private SecretsServer Server()
    {
        IdentityFile.Write(_bench.State.Root, _enrolled);
        return new SecretsServer(_enrolled) { Wants = AgentWants.Rotate };
    }

    private Identity OnDisk() => IdentityFile.Read(_bench.State.Root)!;

    private Membership Open(SecretsServer server) =>
        new(_bench.State, OnDisk(), _host, new Facts(), server.Wire, _bench.Clock, () => 0.5, AgentLog.Silent);

    /// <summary>A process from its start until it is killed or has nothing left to do.</summary>
    private async Task RunAsync(SecretsServer server, Func<bool>? until = null)
    {
        using var killed = new CancellationTokenSource();
        var ended = new TaskCompletionSource();
        server.Ended = () => ended.TrySetResult();
        using var membership = Open(server);
        var running = membership.RunAsync(killed.Token);
        if (until is null)
            await ended.Task.WaitAsync(Until.Limit);
        else
            await Until.TrueAsync(until, () => $"it does not come: {membership.CheckIns.Problem}");
        await killed.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    private sealed class Facts : IHostFacts
    {
        public HostFacts Read() =>
            new()
            {
                HostName = "h",
                Os = "linux",
                OsName = "Debian",
                Kernel = "6",
                BootId = "b",
                AgentVersion = "0",
            };
    }
}
