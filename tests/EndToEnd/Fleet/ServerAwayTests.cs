using System.Text.Json;
using IwTune.Lab;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Wire;

namespace IwTune.EndToEnd.Fleet;

public sealed class ServerAwayTests
{
    [Fact]
    public async Task While_the_server_is_away_drift_is_repaired_and_windows_are_kept_and_afterwards_every_report_arrives_once()
    {
        using var site = new TestSite();
        // The agent returns in its own slot of the period, after one or two more failures.
        var server = await site.ServerAsync("--poll", "2s");
        using var administrator = new Administrator(site.Site.Client, server);
        var agent = site.Enrolled(server.Url, server.CreateToken("--uses", "1"));
        var pushed = administrator.Run("fleet", "policies", "push", site.Policy(4), "--assign", "*", "--reason", "test");
        Assert.True(pushed.ExitCode == 0, pushed.Error + pushed.Output);
        await site.InitCwndIsAsync(4, () => agent.Output);
        await Until.TrueAsync(() => agent.TryStatus()?.State.Phase == BundlePhase.Applied, () => agent.Output);

        server.Stop();
        const int Drifts = 3;
        for (var i = 1; i <= Drifts; i++)
        {
            site.Host.Space.Ip("route change default via 10.77.1.1 dev eth0 proto static initcwnd 99");
            await site.InitCwndIsAsync(4, () => agent.Output);
            // A repair is a separate change only when the previous one has settled.
            var repaired = i;
            await Until.TrueAsync(() => TestSite.Repairs(agent) == repaired, () => agent.TryStatus()?.Json + agent.Output);
        }
        Assert.Equal(4, agent.Status().Default?.Configured.InitCwnd);
        agent.Daemon.Kill();
        agent.Start();
        await Until.TrueAsync(() => agent.TryStatus() is not null, () => agent.Output);
        Assert.Equal(4, site.InitCwnd());

        await server.StartAgainAsync();
        await Until.TrueAsync(
            () => Unsent(agent) == 0,
            () => $"reports stay unsent: {agent.TryStatus()?.Json}\n{agent.Output}\n{server.Output}"
        );
        // The stopped server lost its last check-ins; the verdict comes with the next one.
        var host = await HostAsync(administrator);
        await Until.TrueAsync(
            async () => (host = await HostAsync(administrator)).Summary.Verdict is Verdict.Compliant or Verdict.Repaired,
            () => $"it is {host.Summary.Verdict}, {host.Summary.Reason}: {agent.TryStatus()?.Json}\n{agent.Output}\n{server.Output}"
        );
        Assert.Equal(Drifts, host.History.Count(entry => entry.Kind == nameof(HostEventKind.Repaired)));
        Assert.Equal(host.History.Count, host.History.Distinct().Count());
    }

    private static long Unsent(AgentProcess agent)
    {
        if (agent.TryStatus() is not { } status)
            return -1;
        using var json = JsonDocument.Parse(status.Json);
        return json.RootElement.GetProperty("daemon").GetProperty("unsent").GetInt64();
    }

    private static async Task<HostDetail> HostAsync(Administrator administrator)
    {
        using var page = JsonDocument.Parse(await administrator.GetAsync(FleetPaths.Hosts));
        var id = page.RootElement.GetProperty("hosts")[0].GetProperty("id").GetString()!;
        return JsonSerializer.Deserialize(await administrator.GetAsync(FleetPaths.Host(id)), HostsJson.Default.HostDetail)!;
    }
}
