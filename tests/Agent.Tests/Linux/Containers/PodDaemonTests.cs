using System.Globalization;
using System.Text.Json.Nodes;
using IwTune.Agent.Tests.Linux.Bpf;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Containers;

/// <summary>
/// The real daemon on a host with two pods behind a bridge, under a policy that selects one: fresh connections of host and pods show the
/// window of their scope, also on the wire.
/// </summary>
public sealed class PodDaemonTests : IDisposable
{
    private const string Policy = """
        policy: edge
        window: { initcwnd: 30 }
        scopes:
          - default
          - containers: namespace:shop pod:web*
            window: { initcwnd: 24 }
        limits: { step: x4 }
        """;

    private readonly PodBench _bench = new();
    private readonly string _folder = Directory.CreateTempSubdirectory("iwt-pod-").FullName;

    public PodDaemonTests() => Write(Policy, "bpf");

    [Fact]
    public async Task One_pod_is_selected_followed_proved_and_left_as_it_was()
    {
        var (a, b) = (_bench.Add("web-1", 11), _bench.Add("db-1", 12));
        var (groups, routes) = (_bench.Groups(), _bench.Routes());
        using var serverA = await a.ServeAsync();
        using var serverB = await b.ServeAsync();
        using var server = await _bench.ServeAsync();
        using (var daemon = await StartAsync())
        {
            await HoldsAsync(a, 24);
            Assert.Equal(
                ("30", "30", "24"),
                (await _bench.ConnectAsync("10.77.0.1"), await b.ConnectAsync("10.77.0.1"), await a.ConnectAsync("10.77.0.1"))
            );
            Assert.Equal(
                (24, 30, 30),
                (await _bench.OnTheWireAsync(a.Address), await _bench.OnTheWireAsync(b.Address), await _bench.OnTheWireAsync("10.99.0.1"))
            );

            // Removed and made again: another pod of the same name.
            serverA.Kill();
            a.Dispose();
            await Until.TrueAsync(() => !History().Contains(a.TargetId, StringComparison.Ordinal) || Managed() == 2, () => daemon.Output);
            var again = _bench.Add("web-1", 13);
            using var serverAgain = await again.ServeAsync();
            await HoldsAsync(again, 24);
            Assert.Equal(24, await _bench.OnTheWireAsync(again.Address));
            Assert.DoesNotContain("Drifted", Run("history").Output, StringComparison.Ordinal);
            Assert.Contains("container kubernetes shop/web-1 burstable", Run("status").Output, StringComparison.Ordinal);

            Assert.Equal(0, Run("rollback", "--all").ExitCode);
            Assert.Empty(_bench.Programs());
            Assert.Equal("10", await again.ConnectAsync("10.77.0.1"));
            again.Dispose();
            Assert.Equal(groups.Where(group => !group.StartsWith(a.Group, StringComparison.Ordinal)), _bench.Groups());
            Assert.Equal(routes, _bench.Routes());
        }
    }

    [Fact]
    public async Task A_daemon_that_is_killed_leaves_no_program_and_the_next_one_sets_them_again()
    {
        var a = _bench.Add("web-1", 11);
        using var sleeps = a.Start("sleep", "600");
        using (var killed = await StartAsync())
        {
            await HoldsAsync(a, 24);
            killed.Kill();
        }
        Assert.Empty(_bench.Programs());
        Assert.Equal("10", await a.ConnectAsync("10.77.0.1"));
        using var daemon = await StartAsync();
        await HoldsAsync(a, 24);
        Assert.DoesNotContain("Drifted", Run("history").Output, StringComparison.Ordinal);
        Assert.True(await daemon.StopAsync() == 0, daemon.Output);
        Assert.Empty(_bench.Programs());
    }

    [Fact]
    public async Task A_connection_from_inside_proves_the_window_and_the_map_shows_it()
    {
        var (a, b) = (_bench.Add("web-1", 11), _bench.Add("db-1", 12));
        using var sleepA = a.Start("sleep", "600");
        using var sleepB = b.Start("sleep", "600");
        File.AppendAllText(Path.Combine(_folder, "agent.yaml"), $"rtt: {{ destinations: [\"10.77.0.1:{BpfBench.Port}\"] }}\n");
        using var daemon = await StartAsync();
        await HoldsAsync(a, 24);
        JsonNode? row = null;
        await Until.TrueAsync(
            () =>
                // The daemon knows its destinations as peers once it has measured them.
                Run("verify") is not null
                && (
                    row = Json("show", "--namespaces", "--json")["namespaces"]!
                        .AsArray()
                        .SelectMany(space => space!["coverage"]!.AsArray())
                        .FirstOrDefault(one => (string?)one!["target"] == a.TargetId)
                )?["measured"]?["conclusive"]?.GetValue<bool>() == true,
            () => daemon.Output + row
        );
        Assert.Equal(
            ("shop/web-1", true, "containers:namespace:shop pod:web*", 24, 24, true),
            (
                (string)row!["container"]!,
                (bool)row["isCovered"]!,
                (string)row["scope"]!,
                (int)row["initCwnd"]!,
                (int)row["measured"]!["segments"]!,
                (bool)row["measured"]!["conclusive"]!
            )
        );
        var map = Run("show", "--namespaces").Output;
        Assert.Matches(@"shop/web-1 +yes, by containers:namespace:shop pod:web\* +initcwnd 24 +24 segments at", map);
        Assert.Matches(@"shop/db-1 +yes, by the bpf backend +initcwnd 30 +-", map);

        using var verified = _bench.Bench.StartProgram(
            Binaries.Agent,
            ["verify", "--peer", $"10.77.0.1:{BpfBench.Port}", "--json", "--state", _folder]
        );
        Assert.True(await verified.WaitForExitAsync() == 0, verified.Output);
        Assert.Contains("\"initialCwnd\": 24", verified.Output, StringComparison.Ordinal);
        // Nothing of the measurement stays in the pod.
        Assert.Equal(
            [sleepA.Id],
            File.ReadAllLines(Path.Combine(a.Leaf, "cgroup.procs")).Select(line => int.Parse(line, CultureInfo.InvariantCulture))
        );
    }

    [Fact]
    public async Task Without_the_right_to_enter_a_container_nothing_is_claimed()
    {
        var a = _bench.Add("web-1", 11);
        using var sleeps = a.Start("sleep", "600");
        Write(Policy, "bpf", _bench.Bench.Group.PlainPath);
        File.AppendAllText(Path.Combine(_folder, "agent.yaml"), $"rtt: {{ destinations: [\"10.77.0.1:{BpfBench.Port}\"] }}\n");
        string[] words = ["--bounding-set=-all,+net_admin,+bpf", .. DaemonWords];
        using var daemon = _bench.Bench.StartSeeing("setpriv", words);
        await Until.TrueAsync(() => Run("status").ExitCode == 0, () => daemon.Output);
        await HoldsAsync(a, 24);
        JsonNode? proof = null;
        await Until.TrueAsync(
            () =>
                (
                    proof = Json("verify", "--json")["evidence"]!
                        .AsArray()
                        .Last(one => (string?)one!["targetId"] == a.TargetId && (string?)one["method"] == "FreshConnection")!
                )["note"]!
                    .GetValue<string>()
                    .Contains("needs CAP_SYS_ADMIN", StringComparison.Ordinal),
            () => daemon.Output + proof
        );
        Assert.False((bool)proof!["conclusive"]!);
        Assert.Null(proof["initialCwnd"]);
    }

    [Fact]
    public async Task With_routes_the_scope_is_unsupported_and_the_rest_applies()
    {
        var a = _bench.Add("web-1", 11);
        Write("policy: pods\nscopes: [{ containers: 'pod:web*', window: { initcwnd: 24 } }]\n", "routes");
        Assert.Equal(3, Plan().ExitCode);
        Write(Policy, "routes");
        var planned = Plan();
        Assert.Contains("Set 'backend: bpf' in agent.yaml", planned.Output, StringComparison.Ordinal);
        using var daemon = await StartAsync();
        await Until.TrueAsync(async () => await _bench.ConnectAsync("10.77.0.1") == "30", () => daemon.Output);
        Assert.Equal("10", await a.ConnectAsync("10.77.0.1"));
        Assert.Contains("containers:namespace:shop pod:web*", Run("status").Output, StringComparison.Ordinal);
    }

    public void Dispose()
    {
        _bench.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private string Socket => Path.Combine(_folder, "s");

    private void Write(string policy, string backend, string? group = null)
    {
        File.WriteAllText(Path.Combine(_folder, "policy.yaml"), policy);
        File.WriteAllText(
            Path.Combine(_folder, "agent.yaml"),
            $"backend: {backend}\nbpf: {{ cgroup: {group ?? _bench.Bench.Group.Path}, pod-logs: {_bench.Logs} }}\n"
        );
    }

    private string[] DaemonWords =>
        [Binaries.Agent, "run", "--policy", Path.Combine(_folder, "policy.yaml"), "--state", _folder, "--socket", Socket];

    private async Task<LabProcess> StartAsync()
    {
        var daemon = _bench.Bench.StartProgram(DaemonWords[0], DaemonWords[1..]);
        await Until.TrueAsync(() => Run("status").ExitCode == 0, () => daemon.Output);
        return daemon;
    }

    private CommandResult Plan() => _bench.Host.TryExec(Binaries.Agent, "plan", Path.Combine(_folder, "policy.yaml"), "--state", _folder);

    private CommandResult Run(params string[] arguments) =>
        _bench.Host.TryExec(Binaries.Agent, [.. arguments, "--state", _folder, "--socket", Socket]);

    private JsonNode Json(params string[] arguments) => JsonNode.Parse(Run(arguments).Output)!;

    private string History() => Run("status", "--json").Output;

    private int Managed() => Run("explain-rollback", "--json") is var said ? JsonNode.Parse(said.Output)!.AsArray().Count : 0;

    private static async Task HoldsAsync(PodBench.Pod pod, int segments)
    {
        var got = "";
        await Until.TrueAsync(async () => (got = await pod.ConnectAsync("10.77.0.1")) == $"{segments}", () => got);
    }
}
