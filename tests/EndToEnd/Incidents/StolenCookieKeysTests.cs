using IwTune.EndToEnd.Fleet;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Testing;
using static IwTune.EndToEnd.Fleet.Joining;

namespace IwTune.EndToEnd.Incidents;

/// <summary>The attacker has the cookie keys, and the cookie of a session.</summary>
public sealed class StolenCookieKeysTests : IClassFixture<Joining>
{
    private const int Good = 4;

    private readonly Joining joining;

    public StolenCookieKeysTests(Joining joining)
    {
        Privileged.Require();
        this.joining = joining;
    }

    [Fact]
    public async Task Leaked_cookie_keys_are_gone_with_every_session_and_the_secrets_they_sealed_are_replaced()
    {
        joining.Push("osl", Good);
        var agent = joining.Joined(0, "osl");
        await InitCwndIsAsync(agent, Good);
        using var anna = await Person.ComeAsync(joining.Site.Client, joining.Server, "anna");
        await anna.BeginAppAsync();
        Ran(joining.Administrator.Run("fleet", "webhooks", "add", "https://9.9.9.9/collect", "--name", "collector", "--kinds", "audit"));
        Assert.True(await anna.OpensAsync("/hosts"));
        var stolen = CookieKeys();
        Assert.NotEmpty(stolen);

        joining.Server.Stop();
        var runbook = new Runbook("The cookie keys have leaked")
        {
            OnServer = joining.Server.Run,
            ByAdministrator = joining.Administrator.Run,
        };
        runbook.Run("iwtune-server keys revoke cookies --reason \"leaked\"");
        Assert.Empty(CookieKeys().Intersect(stolen, StringComparer.Ordinal));
        await joining.Server.StartAgainAsync();
        Assert.False(await anna.OpensAsync("/hosts"));

        Assert.Contains("anna", runbook.Run("iwtune-server user list"), StringComparison.Ordinal);
        runbook.Run("iwtune-server user reset-second-factor NAME", "anna");
        runbook.Run("iwtune fleet webhooks list");
        var webhook = await joining.Administrator.IdAsync(FleetPaths.Webhooks, _ => true);
        Assert.Contains("whsec_", runbook.Run("iwtune fleet webhooks rotate WEBHOOK", webhook), StringComparison.Ordinal);
        runbook.Run("iwtune-server backup FILE", Path.Combine(joining.Server.Data, "..", "after-cookies.tar.gz"));
        Assert.Equal(Good, InitCwnd(agent));
        runbook.AssertAtEnd();
    }

    private List<string> CookieKeys() =>
        [.. Directory.EnumerateFiles(Path.Combine(joining.Server.Data, "cookie-keys")).Select(path => Path.GetFileName(path))];
}
