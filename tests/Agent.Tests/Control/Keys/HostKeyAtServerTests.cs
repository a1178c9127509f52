using IwTune.Agent.Control;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Engine;
using IwTune.Lab;
using IwTune.Shared.Wire;
using FleetServer = IwTune.Agent.Tests.Windows.Thread.FleetServer;

namespace IwTune.Agent.Tests.Control.Keys;

/// <summary>The agent's own code and a real server: a host with the key is served; a caller with the secret alone is not.</summary>
public sealed class HostKeyAtServerTests : IDisposable
{
    private static readonly HostFacts About = new()
    {
        HostName = "h",
        Os = "linux",
        OsName = "Debian",
        Kernel = "6",
        BootId = "b",
        AgentVersion = "0",
    };
    private readonly Bench _bench = new Bench().WithUsualRoutes();
    private readonly Bench _elsewhere = new Bench().WithUsualRoutes();

    [Fact]
    public async Task A_host_with_a_key_is_served_and_a_stolen_identity_is_not()
    {
        using var server = await FleetServer.StartAsync();
        var identity = await JoinAsync(server, HostKeyStore.In(_bench.State.Root));
        Assert.NotNull(identity.Key);
        Assert.Equal("", await ProblemOfAsync(_bench, keys: null));

        // The identity was copied unchanged: the key that it names is missing.
        IdentityFile.Write(_elsewhere.State.Root, identity);
        Assert.Contains("The key of this host is missing", await ProblemOfAsync(_elsewhere, keys: null), StringComparison.Ordinal);
        IdentityFile.Write(_elsewhere.State.Root, identity with { Key = null });
        Assert.Contains("contains no proof of it", await ProblemOfAsync(_elsewhere, new NoKeys()), StringComparison.Ordinal);
        // The agent of an attacker makes its own key.
        Assert.Contains("the proof is from another key", await ProblemOfAsync(_elsewhere, keys: null), StringComparison.Ordinal);

        Assert.Equal("", await ProblemOfAsync(_bench, keys: null));
    }

    [Fact]
    public async Task An_agent_that_makes_no_keys_is_served_and_once_updated_registers_one()
    {
        using var server = await FleetServer.StartAsync();
        var identity = await JoinAsync(server, keys: null);
        Assert.Null(identity.Key);
        Assert.Equal("", await ProblemOfAsync(_bench, new NoKeys()));
        Assert.Null(IdentityFile.Read(_bench.State.Root)!.Key);

        IdentityFile.Write(_elsewhere.State.Root, identity);
        await RunAsync(_bench, keys: null, _ => server.Told("registered a host key"));
        Assert.Contains("contains no proof of it", await ProblemOfAsync(_elsewhere, new NoKeys()), StringComparison.Ordinal);

        Assert.NotNull(IdentityFile.Read(_bench.State.Root)!.Key);
        Assert.Equal("", await ProblemOfAsync(_bench, keys: null));
    }

    public void Dispose()
    {
        _bench.Dispose();
        _elsewhere.Dispose();
    }

    private async Task<Identity> JoinAsync(FleetServer server, IHostKeys? keys)
    {
        var (token, pin, _) = server.CreateToken();
        Assert.True(CaPin.TryParse(pin, out var authority));
        var (identity, problem) = await new Enrolment(TimeProvider.System) { Keys = keys }.JoinAsync(
            new Uri(server.Url),
            token,
            authority,
            About,
            former: null,
            CancellationToken.None
        );
        Assert.Equal("", problem);
        IdentityFile.Write(_bench.State.Root, identity!);
        return identity!;
    }

    /// <summary>The result of an agent's first check-in; empty when it was served.</summary>
    private static async Task<string> ProblemOfAsync(Bench bench, IHostKeys? keys)
    {
        var problem = "";
        await RunAsync(
            bench,
            keys,
            membership => (problem = membership.CheckIns.Problem).Length > 0 || membership.CheckIns.LastContact is not null
        );
        return problem;
    }

    private static async Task RunAsync(Bench bench, IHostKeys? keys, Func<Membership, bool> until)
    {
        using var host = new HostControl(
            bench.Open(),
            BundleStore.Open(bench.State.File(BundleStore.Name)),
            TimeProvider.System,
            AgentLog.Silent
        );
        using var membership = new Membership(
            bench.State,
            IdentityFile.Read(bench.State.Root)!,
            host,
            new Facts(),
            network => network,
            TimeProvider.System,
            () => 0.5,
            AgentLog.Silent,
            keys
        );
        using var killed = new CancellationTokenSource();
        var running = membership.RunAsync(killed.Token);
        await Until.TrueAsync(() => until(membership), () => $"it does not come: {membership.CheckIns.Problem}");
        await killed.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
    }

    private sealed class NoKeys : IHostKeys
    {
        public (IHostKey? Key, string Problem) Make() => (null, "This system makes no keys.");

        public (IHostKey? Key, string Problem) Open(string name) => (null, "There is none.");

        public void Remove(string name) { }

        public void KeepOnly(string? name) { }
    }

    private sealed class Facts : IHostFacts
    {
        public HostFacts Read() => About;
    }
}
