using IwTune.EndToEnd.Counterfeit;
using IwTune.EndToEnd.Fleet;
using IwTune.Lab;
using IwTune.Shared.Wire;
using IwTune.Testing;
using static IwTune.EndToEnd.Fleet.Joining;

namespace IwTune.EndToEnd.Incidents;

/// <summary>The attacker has the data directory of the server, and the server's address.</summary>
public sealed class LeakedKeyTests : IClassFixture<Joining>
{
    private const int Good = 4,
        Harmful = 40;

    private readonly Joining joining;

    public LeakedKeyTests(Joining joining)
    {
        Privileged.Require();
        this.joining = joining;
    }

    [Fact]
    public async Task A_leaked_signing_key_opens_no_host_that_heard_of_it_and_the_others_come_back_by_enrolling_again()
    {
        joining.Push("ams", Good);
        var (reached, away) = (await JoinedAsync(0), await JoinedAsync(1));
        await away.Daemon.StopAsync();
        var stolen = Keys.StolenFrom(joining.Server.Data, joining.Site.ClientAddress);

        var runbook = new Runbook("A signing key has leaked")
        {
            OnServer = joining.Server.Run,
            ByAdministrator = joining.Administrator.Run,
            OnHost = away.RunAlone,
        };
        var leaked = InUse(runbook.Run("iwtune-server keys list"), "Signs bundles");
        runbook.Run("iwtune-server keys revoke KEY --reason \"leaked\"", leaked);
        await OnlyBehindAsync(away);
        Assert.Contains(away.Host.Name, runbook.Run("iwtune fleet keys"), StringComparison.Ordinal);
        runbook.Run("iwtune-server keys retire KEY --confirm N --reason \"leaked\"", leaked, "1");

        joining.Server.Stop();
        await using (var attacker = await FakeServer.StartAsync(joining.Site.Client, joining.Site.ClientAddress, stolen))
        {
            var forged = Bundles.For(Harmful, sequence: 1000) with { Fleet = Identity(away, "fleet") };
            attacker.Otherwise = host => (forged with { Host = host }).SignedBy(stolen.Signing);
            away.Start();
            // That the attack works on a host that heard nothing shows what protected the other one.
            await InitCwndIsAsync(away, Harmful);
            await Until.TrueAsync(() => attacker.Events.Any(one => one.Kind == HostEventKind.Rejected), () => reached.Output);
            Assert.Equal(Good, InitCwnd(reached));
        }
        await joining.Server.StartAgainAsync();
        await reached.RestartAsync();

        runbook.Run("iwtune-server keys rotate authority --reason \"leaked\"");
        await OnlyBehindAsync(away);
        var authority = InUse(runbook.Run("iwtune-server keys list"), "CA");
        runbook.Run("iwtune-server keys retire CA --confirm N --reason \"leaked\"", authority, "1");
        runbook.Run("iwtune-server backup FILE", Path.Combine(joining.Server.Data, "..", "after.tar.gz"));

        await away.Daemon.StopAsync();
        await Until.TrueAsync(() => joining.Administrator.Run("fleet", "hosts").ExitCode != 0, () => "the old CA is still in use");
        var token = joining.Server.CreateToken("--uses", "1", "--labels", "site=ams");
        runbook.Run("iwtune enroll URL --token TOKEN --ca-pin PIN --again", joining.Server.Url, token.Token, token.CaPin);
        away.Start();
        await InitCwndIsAsync(away, Good);
        Assert.Equal(Good, InitCwnd(reached));
        runbook.AssertAtEnd();
    }

    private async Task<AgentProcess> JoinedAsync(int host)
    {
        var agent = joining.Joined(host, "ams");
        await InitCwndIsAsync(agent, Good);
        return agent;
    }

    private Task OnlyBehindAsync(AgentProcess agent)
    {
        var said = "";
        return Until.TrueAsync(
            () =>
            {
                said = joining.Server.Run("keys", "list").Output;
                return joining.Site.Hosts.All(host =>
                    said.Contains($"  {host.Name}  ", StringComparison.Ordinal) == (host.Name == agent.Host.Name)
                );
            },
            () => said
        );
    }

    private static string InUse(string list, string kind) =>
        list.Split('\n')
            .First(line => line.Contains($"  {kind}  ", StringComparison.Ordinal) && line.Contains("In use", StringComparison.Ordinal))[
            ..12
        ];
}
