using System.Text.Json;
using IwTune.Lab;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Rollouts;
using IwTune.Shared.Statistics;
using IwTune.Swarm.Running;

namespace IwTune.EndToEnd.Swarming;

/// <summary>A rollout to real agents, controlled with the real command line, while its server is killed repeatedly.</summary>
public sealed class RolloutKillTests
{
    private const int Hosts = 9,
        Kills = 4,
        Rings = 3;
    private static readonly Verdict[] SettledVerdicts = [Verdict.Compliant, Verdict.Repaired, Verdict.Unsupported];

    [Fact]
    public async Task A_rollout_goes_on_to_the_same_end_however_often_its_server_is_killed()
    {
        await using var server = await SwarmServer.StartAsync("--approvals", "0");
        await server.PublishAsync(new PublishRequest(Document(6), "the first", Assign: "*"));
        // A ring waits for its hosts after each kill. An agent that meets a dead server several times pauses for minutes.
        await using var swarm = await server.SwarmAsync(Hosts, options => options with { Period = TimeSpan.FromSeconds(5) });
        // A plan leaves out hosts that are known to be unable. One that proves to be unable after its turn leaves its ring, and a ring
        // that all its hosts have left waits for a person; with three hosts none does.
        await Until.TrueAsync(
            async () => (await server.GetAsync<HostPage>(FleetPaths.Hosts)).Hosts.All(host => SettledVerdicts.Contains(host.Verdict)),
            () => "some host is not judged by the first revision"
        );
        await server.PublishAsync(new PublishRequest(Document(8), "for a rollout", Stage: true));
        var start = server.Run(
            "rollouts",
            "start",
            "everywhere",
            "--to",
            "2",
            "--reason",
            "eight",
            "--rings",
            "3,60%,100%",
            "--bake",
            "2s",
            "--min-samples",
            "0"
        );
        Assert.True(start.ExitCode == 0, start.Error + start.Output);

        var random = new SeededRandom(7);
        for (var kill = 0; kill < Kills && !RolloutWords.Ended(List(server).State); kill++)
        {
            await Task.Delay(TimeSpan.FromMilliseconds(500 + random.Below(3000)));
            server.Kill();
            await server.StartAgainAsync();
        }
        await Until.TrueAsync(() => RolloutWords.Ended(List(server).State), () => $"{List(server).Sentence} {server.Output}");

        var done = Show(server);
        CompleteOnce.Check(done, Rings);
        await Until.TrueAsync(
            () => Settable(swarm).All(host => host.Window == 8),
            () => string.Join(", ", Settable(swarm).Select(host => host.Window))
        );
        var audit = server.Run("audit", "verify");
        Assert.True(audit.ExitCode == 0, audit.Error + audit.Output);
    }

    private static IEnumerable<SwarmHost> Settable(SimulatedHosts swarm) => swarm.Hosts.Where(host => !host.IsWindows && !host.ReportsOnly);

    /// <summary>The only rollout, as the command line lists it.</summary>
    private static RolloutSummary List(SwarmServer server) =>
        Assert.Single(Read(server.Run("rollouts", "list", "--json"), RolloutJson.Default.IReadOnlyListRolloutSummary));

    private static RolloutDetail Show(SwarmServer server) =>
        Read(server.Run("rollouts", "show", List(server).Id, "--json"), RolloutJson.Default.RolloutDetail);

    private static T Read<T>(CommandResult said, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type) =>
        said.ExitCode == 0 ? JsonSerializer.Deserialize(said.Output, type)! : throw new LabException($"{said.ExitCode}: {said.Error}");

    private static string Document(int segments) => $"policy: everywhere\nwindow: {{ initcwnd: {segments} }}\nscopes: [default]\n";
}
