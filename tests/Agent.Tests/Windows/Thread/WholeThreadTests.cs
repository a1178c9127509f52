using System.Text.Json;
using IwTune.Agent.Tests.Cli;
using IwTune.Lab;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Tests.Windows.Thread;

/// <summary>
/// The whole control thread over emulated Windows, with a real server: enrol, revision, apply, report, drift, rollback, leave. The code is
/// that of Windows; only the commands below the seams are emulated.
/// </summary>
public sealed class WholeThreadTests
{
    [Fact]
    public async Task A_server_sets_judges_repairs_and_rolls_back_templates_and_a_client_is_unsupported()
    {
        using var server = await FleetServer.StartAsync();
        await using var host = new EmulatedAgent("2022");
        await using var client = new EmulatedAgent("win11");
        var (hostBefore, clientBefore) = (host.Machine.Print(), client.Machine.Print());
        foreach (var (agent, kind) in ((EmulatedAgent, string)[])[(host, "server"), (client, "client")])
        {
            var (token, pin, _) = server.CreateToken("--uses", "1", "--labels", $"role=edge,kind={kind}");
            Ran(await agent.RunAsync("enroll", server.Url, "--token", token, "--ca-pin", pin));
            agent.Start();
        }
        var administrator = new Fleet(host, server);

        await administrator.PushAsync(16);
        await administrator.VerdictIsAsync("server", Verdict.Compliant, () => Logs(host, client));
        Assert.Equal((16, 16, 10), (host.Window("Internet"), host.Window("Datacenter"), host.Window("InternetCustom")));
        await administrator.VerdictIsAsync("client", Verdict.Unsupported, () => Logs(host, client));
        Assert.Equal(clientBefore, client.Machine.Print());

        // Group policy, a script, another administrator: the agent is not notified, its timer finds the change.
        host.Machine.Change(state => state.WithWindow("Internet", 4));
        host.Tick();
        await Until.TrueAsync(() => host.Window("Internet") == 16, () => "the drift was not repaired:\n" + Logs(host, client));
        await administrator.VerdictIsAsync("server", Verdict.Compliant, () => Logs(host, client), Verdict.Repaired);

        // An odd value can be published for other hosts; on Windows it is unsupported, and never a failure.
        await administrator.PushAsync(11);
        await administrator.VerdictIsAsync("server", Verdict.Unsupported, () => Logs(host, client));
        Assert.DoesNotContain(host.Machine.Calls, call => call.Contains("icw=11", StringComparison.Ordinal));

        Ran(await administrator.RunAsync("policies", "rollback", "edge", "--to", "1", "--reason", "back to even"));
        await administrator.VerdictIsAsync("server", Verdict.Compliant, () => Logs(host, client));
        Assert.Equal(16, host.Window("Internet"));

        foreach (var agent in (EmulatedAgent[])[host, client])
        {
            Ran(await agent.RunAsync("unenroll"));
            // Between the end of the membership and the end of its files the daemon must not follow the server again.
            await Until.TrueAsync(() => agent.Log.Contains("has left the fleet", StringComparison.Ordinal), () => Logs(host, client));
            Assert.Single(agent.Log.Split('\n'), line => line.Contains("Following", StringComparison.Ordinal));
        }
        Assert.Equal(hostBefore, host.Machine.Print());
        Assert.Equal(clientBefore, client.Machine.Print());
    }

    private static string Logs(EmulatedAgent host, EmulatedAgent client) => $"host:\n{host.Log}\nclient:\n{client.Log}";

    private static void Ran(Said said) => Assert.True(said.Exit == 0, $"exit {said.Exit}: {said.Error}{said.Out}");

    /// <summary>A person who runs the fleet, with typed commands.</summary>
    private sealed class Fleet(EmulatedAgent at, FleetServer server)
    {
        private readonly ServerToken _token = server.CreateToken("--kind", "api");

        public Task<Said> RunAsync(params string[] args) =>
            at.RunAsync(["fleet", .. args, "--server", server.Url, "--token", _token.Token, "--ca-pin", _token.CaPin]);

        public async Task PushAsync(int segments)
        {
            var file = Path.Combine(Path.GetDirectoryName(at.Machine.Path)!, "edge.yaml");
            await File.WriteAllTextAsync(file, $"policy: edge\nwindow: {{ initcwnd: {segments} }}\nscopes: [default]\nconfirm: 1m\n");
            Ran(await RunAsync("policies", "push", file, "--assign", "role:edge", "--reason", $"{segments}"));
        }

        public Task VerdictIsAsync(string kind, Verdict verdict, Func<string> log, Verdict? or = null)
        {
            var found = "";
            return Until.TrueAsync(
                async () =>
                {
                    var hosts = await RunAsync("hosts", "--json");
                    Ran(hosts);
                    var page = JsonSerializer.Deserialize(hosts.Out, HostsJson.Default.HostPage)!;
                    var judged = page.Hosts.Single(host => host.Labels["kind"] == kind);
                    found = $"{judged.Verdict}, {judged.Reason}";
                    // A host without a policy is compliant too, and the assignment takes a moment to be judged.
                    return judged.Reason != "no policy is assigned" && (judged.Verdict == verdict || judged.Verdict == or);
                },
                () => $"the {kind} is {found}; not {verdict}:\n{log()}\nserver:\n{server.Output}"
            );
        }
    }
}
