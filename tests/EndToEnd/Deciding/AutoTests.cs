using System.Net;
using IwTune.Agent.Linux.Emulation;
using IwTune.Lab;

namespace IwTune.EndToEnd.Deciding;

/// <summary>The real daemon, the kernel's reports of real connections, and a path that begins to lose packets.</summary>
public sealed class AutoTests
{
    private const int Port = 4000;

    [Fact]
    public async Task It_rises_while_first_flights_arrive_is_halved_when_they_do_not_survives_a_kill_and_is_put_back()
    {
        using var site = new TestSite(oneWayMilliseconds: 10);
        using var server = FetchServer.Listen(site.Host.Space, Port);
        var agent = site.Agent();
        agent.Start("--policy", site.Document("policy: edge\nwindow: auto\nscopes: [default]\nauto: { max: 16, every: 20, period: 0s }\n"));
        await site.InitCwndIsAsync(10, () => agent.Output);

        await FetchUntilAsync(site, agent, () => site.InitCwnd() >= 12);
        Assert.Contains("default: raised 10 → 12: ", agent.Output, StringComparison.Ordinal);

        var reached = site.InitCwnd()!.Value;
        site.Site.Path.Reshape(PathWay.ToRight, new PathShape { Delay = TimeSpan.FromMilliseconds(10), LostDataPackets = [3] });
        await FetchUntilAsync(site, agent, () => site.InitCwnd() < reached);
        var halved = site.InitCwnd();

        agent.Daemon.Kill();
        agent.Start("--policy", site.File("edge.yaml"));
        await Until.TrueAsync(() => agent.TryStatus()?.State.Decided is [{ LastAt: not null }], () => agent.Output);
        Assert.Equal((halved, halved), (site.InitCwnd(), agent.Status().State.Decided![0].Value));

        var history = agent.RunAlone("history", "--json").Output;
        Assert.Contains("default: raised 10 → 12: ", Unescaped(history), StringComparison.Ordinal);
        Assert.Contains($" → {halved}: ", Unescaped(history), StringComparison.Ordinal);
        Assert.Contains("more than 5 %", history, StringComparison.Ordinal);
        Assert.Contains("decided here: default: halved", agent.RunAlone("history").Output, StringComparison.Ordinal);

        Assert.Equal(0, agent.RunHere("rollback").ExitCode);
        site.AssertUntouched();
        Assert.False(File.Exists(Path.Combine(agent.State, "decisions.json")));
    }

    private static Task FetchUntilAsync(TestSite site, AgentProcess agent, Func<bool> holds) =>
        Until.TrueAsync(
            () =>
            {
                FetchClient.Fetch(site.Site.Client, new IPEndPoint(site.Host.Address, Port), 60_000, 10);
                return holds();
            },
            () => $"initcwnd is {site.InitCwnd()}.\n{agent.TryStatus()?.Json}\n{agent.Output}"
        );

    private static string Unescaped(string json) => System.Text.RegularExpressions.Regex.Unescape(json);
}
