using IwTune.Lab;

namespace IwTune.EndToEnd.Fleet;

/// <summary>What an agent writes for Prometheus, judged by promtool and served by the real node_exporter.</summary>
public sealed class AgentMetricsTests
{
    [Fact]
    public async Task Node_exporter_serves_the_windows_and_says_when_the_daemon_is_gone()
    {
        using var site = new TestSite();
        var agent = site.Agent();
        agent.Start("--policy", site.Policy(16));
        await site.InitCwndIsAsync(16);
        await Until.TrueAsync(
            () => Written(agent).Contains("iwtune_agent_as_required 1\n", StringComparison.Ordinal),
            () => Written(agent)
        );

        var text = Written(agent);
        foreach (
            var expected in (string[])
                [
                    "iwtune_agent_up 1",
                    "iwtune_agent_policy_info{policy=\"edge\",",
                    "iwtune_agent_target_required_initcwnd_segments{target=\"ipv4 main default via ",
                ]
        )
            Assert.Contains(expected, text, StringComparison.Ordinal);
        // Its lint wants the type of a counter for whatever is named so; it says nothing when all is well.
        var judged = Commands.TryRun("sh", ["-c", "promtool check metrics < \"$1\"", "sh", Save(text)]);
        Assert.True(judged is { ExitCode: 0, Output: "", Error: "" }, judged.Output + judged.Error);

        var folder = Directory.CreateDirectory(site.File("textfile")).FullName;
        var file = Path.Combine(folder, "iwtune.prom");
        Assert.Equal(0, agent.RunHere("metrics", "--textfile", file).ExitCode);
        using var exporter = site.Host.Space.Start(
            "prometheus-node-exporter",
            [
                "--collector.disable-defaults",
                "--collector.textfile",
                $"--collector.textfile.directory={folder}",
                "--web.listen-address=127.0.0.1:9100",
            ]
        );
        await Until.TrueAsync(
            () => Served("iwtune_agent_target_configured_initcwnd_segments{").EndsWith(" 16", StringComparison.Ordinal),
            () => exporter.Output
        );

        await agent.Daemon.StopAsync();
        Assert.Equal(4, agent.RunHere("metrics", "--textfile", file).ExitCode);
        await Until.TrueAsync(() => Served("iwtune_agent_up") == "iwtune_agent_up 0", () => exporter.Output);
        Assert.Equal("", Served("iwtune_agent_target_configured_initcwnd_segments{"));

        string Save(string metrics)
        {
            File.WriteAllText(site.File("metrics"), metrics);
            return site.File("metrics");
        }
        string Served(string name) =>
            site.Host.Space.TryExec("curl", ["-s", "http://127.0.0.1:9100/metrics"])
                .Output.Split('\n')
                .FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal))
            ?? "";
    }

    private static string Written(AgentProcess agent) => agent.RunHere("metrics").Output;
}
