using IwTune.Lab;
using IwTune.Lab.Databases;
using IwTune.Shared.Fleet;
using IwTune.Testing;
using static IwTune.EndToEnd.Fleet.Joining;

namespace IwTune.EndToEnd.Incidents;

/// <summary>PostgreSQL has dropped the database; there is a backup, and things happened after it.</summary>
public sealed class LostDatabaseTests : IDisposable
{
    private const int BackedUp = 4,
        Lost = 6;

    private readonly string folder = Directory.CreateTempSubdirectory("iwtune-lost-").FullName;
    private readonly List<IDisposable> owned = [];
    private readonly PostgresCluster postgres;
    private readonly Site site;

    public LostDatabaseTests()
    {
        Privileged.Require();
        owned.Add(postgres = PostgresCluster.Start());
        owned.Add(site = Site.Build(TimeSpan.FromMilliseconds(1), "early", "late"));
    }

    [Fact]
    public async Task A_restored_backup_brings_the_fleet_back_and_what_came_after_it_is_found()
    {
        Sql("create database fleet");
        var server = await ServerProcess.StartAsync(
            site.Client,
            site.ClientAddress,
            Path.Combine(folder, "server"),
            options: ["--poll", "1s", "--database", postgres.Url("fleet")]
        );
        owned.Add(server);
        var administrator = new Administrator(site.Client, server, "admin");
        owned.Add(administrator);
        var early = await JoinedAsync(0, server);
        Ran(administrator.Run("fleet", "policies", "push", Policy(BackedUp), "--assign", "*", "--reason", "test"));
        await InitCwndIsAsync(early, BackedUp);
        Ran(administrator.Run("fleet", "tokens", "create", "--role", "viewer", "--name", "dashboard"));
        var backup = Path.Combine(folder, "backup.tar.gz");
        Ran(server.Run("backup", backup));

        Ran(administrator.Run("fleet", "tokens", "revoke", await DashboardAsync(administrator)));
        var late = await JoinedAsync(1, server);
        Ran(administrator.Run("fleet", "policies", "push", Policy(Lost), "--reason", "test"));
        await InitCwndIsAsync(early, Lost);
        await InitCwndIsAsync(late, Lost);

        Sql("drop database fleet with (force)");
        await Until.TrueAsync(() => administrator.Run("fleet", "hosts").Error.Contains("Repeat the command later"), () => server.Output);
        early.Host.Space.Ip("route replace default via 10.77.1.1 dev eth0 proto static");
        await InitCwndIsAsync(early, Lost);
        server.Stop();

        var runbook = new Runbook("The database is lost")
        {
            OnServer = server.Run,
            ByAdministrator = administrator.Run,
            OnHost = late.RunAlone,
        };
        Sql("create database fleet");
        runbook.Run("iwtune-server restore FILE --replace", backup);
        await server.StartAgainAsync();
        await early.RestartAsync();
        await late.RestartAsync();
        runbook.Run("iwtune-server verify-audit");
        await InitCwndIsAsync(early, BackedUp);
        Assert.Contains("early", runbook.Run("iwtune fleet hosts"), StringComparison.Ordinal);
        runbook.Run("iwtune fleet policies push FILE --reason \"lost with the database\"", Policy(Lost));
        await InitCwndIsAsync(early, Lost);

        Assert.Contains("dashboard", runbook.Run("iwtune fleet audit list --action store.restored"), StringComparison.Ordinal);
        runbook.Run("iwtune fleet tokens list");
        runbook.Run("iwtune fleet tokens revoke ID", await DashboardAsync(administrator));
        await Until.TrueAsync(() => Unknown(administrator).Contains(Identity(late, "hostId"), StringComparison.Ordinal), () => late.Output);
        Assert.Equal(Lost, InitCwnd(late));
        Assert.Contains(Identity(late, "hostId"), runbook.Run("iwtune fleet hosts unknown"), StringComparison.Ordinal);
        await late.Daemon.StopAsync();
        var token = server.CreateToken("--uses", "1");
        runbook.Run("iwtune enroll URL --token TOKEN --ca-pin PIN --again", server.Url, token.Token, token.CaPin);
        late.Start();
        await StandsAsync(late, "Member");
        Assert.Equal(Lost, InitCwnd(late));
        runbook.AssertAtEnd();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var one in Enumerable.Reverse(owned))
            one.Dispose();
        Directory.Delete(folder, recursive: true);
    }

    private async Task<AgentProcess> JoinedAsync(int host, ServerProcess server)
    {
        var agent = new AgentProcess(site.Hosts[host], folder, Binaries.Agent);
        owned.Add(agent);
        Ran(agent.Enrol(server.Url, server.CreateToken("--uses", "1")));
        agent.Start();
        await StandsAsync(agent, "Member");
        return agent;
    }

    private string Policy(int initCwnd)
    {
        var file = Path.Combine(folder, $"edge-{initCwnd}.yaml");
        File.WriteAllText(file, $"policy: edge\nwindow: {{ initcwnd: {initCwnd} }}\nscopes: [default]\n");
        return file;
    }

    private void Sql(string statement) => postgres.Sql("postgres", statement);

    private static string Unknown(Administrator administrator) => administrator.Run("fleet", "hosts", "unknown").Output;

    /// <summary>The id of the token that is valid in the backup and was revoked afterwards.</summary>
    private static Task<string> DashboardAsync(Administrator administrator) =>
        administrator.IdAsync(FleetPaths.Tokens, token => token.GetProperty("name").GetString() == "dashboard");
}
