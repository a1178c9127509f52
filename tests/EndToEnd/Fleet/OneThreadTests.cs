using System.Net;
using IwTune.Lab;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Fleet;

/// <summary>The product's thread with the real programs over a path of 100 ms: the content of `./build.sh demo`, as a test.</summary>
[Collection(nameof(Timed))]
public sealed class OneThreadTests
{
    private const int Port = 8080;

    [Fact]
    public async Task A_published_revision_changes_the_window_is_proved_on_a_fresh_connection_and_can_be_rolled_back()
    {
        using var site = new TestSite(oneWayMilliseconds: 50);
        using var fetches = FetchServer.Listen(site.Host.Space, Port);
        AssertFetched(site, fetches, initCwnd: 10, rounds: 1);

        var server = await site.ServerAsync();
        using var administrator = new Administrator(site.Site.Client, server);
        var agent = site.Enrolled(server.Url, server.CreateToken("--uses", "1", "--labels", "role=edge"));

        Ran(administrator.Run("fleet", "policies", "push", site.Policy(3, "confirm: 1m\n"), "--assign", "role:edge", "--reason", "three"));
        await ProvedAsync(agent, revision: 1, initCwnd: 3);
        AssertFetched(site, fetches, initCwnd: 3, rounds: 3);

        Ran(administrator.Run("fleet", "policies", "push", site.Policy(10, "confirm: 1m\n"), "--assign", "role:edge", "--reason", "ten"));
        await ProvedAsync(agent, revision: 2, initCwnd: 10);
        AssertFetched(site, fetches, initCwnd: 10, rounds: 1);

        Ran(administrator.Run("fleet", "policies", "rollback", "edge", "--to", "1", "--reason", "back"));
        await ProvedAsync(agent, revision: 3, initCwnd: 3);
        AssertFetched(site, fetches, initCwnd: 3, rounds: 3);

        Ran(agent.RunHere("unenroll"));
        site.AssertUntouched();
        AssertFetched(site, fetches, initCwnd: 10, rounds: 1);
    }

    private static Task ProvedAsync(AgentProcess agent, int revision, int initCwnd) =>
        Until.TrueAsync(
            () =>
                agent.TryStatus() is { } status
                && status.State is { Phase: BundlePhase.Applied } state
                && state.Revision == revision
                && status.Proof(status.Default?.Id) is { } proof
                && proof.ConfiguredCwnd == initCwnd
                && proof.EffectiveSegments == initCwnd,
            () => $"revision {revision} was not proved:\n{agent.TryStatus()?.Json}\n{agent.Output}"
        );

    private static void AssertFetched(TestSite site, FetchServer server, int initCwnd, int rounds)
    {
        var address = new IPEndPoint(site.Host.Address, Port);
        FetchClient.Fetch(site.Site.Client, address, 1, 1);
        var fetched = FetchClient.Calm(site.Site.Client, address, 13_516);
        var median = FetchClient.Median(fetched);
        Assert.All(fetched, fetch => Assert.Equal(initCwnd, server.AtStart(fetch.ClientPort).Cwnd));
        var rtt = fetched.Min(fetch => fetch.Handshake);
        Assert.Equal(rounds, (int)Math.Round(median.Transfer / rtt));
        Assert.Equal(
            rounds,
            SlowStart
                .Predict(
                    new()
                    {
                        SizeBytes = 13_516,
                        Rtt = rtt,
                        InitCwnd = initCwnd,
                    }
                )
                .Rounds
        );
    }

    private static void Ran(CommandResult result) =>
        Assert.True(result.ExitCode == 0, $"exit {result.ExitCode}: {result.Error}{result.Output}");
}
