using System.Net.Http.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Lab;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.EndToEnd.Console.Rollouts;

/// <summary>
/// A fleet with a rollout in every state, each reached with the real engine: hosts that follow, one that fails, people who approve, pause
/// and abort.
/// </summary>
internal sealed class SeededRollouts(ConsoleServer server, string token)
{
    /// <summary>The hosts are silent once the fleet is seeded, and a slow machine looks at its pages for longer than usual.</summary>
    private const int UnreachableSeconds = 86_400;

    private readonly Dictionary<string, string> ids = new(StringComparer.Ordinal);

    /// <summary>Rollouts by their policy.</summary>
    public IReadOnlyDictionary<string, string> Ids => ids;

    public static async Task<SeededRollouts> MakeAsync(ConsoleServer server)
    {
        var seeded = new SeededRollouts(server, server.Token("--kind", "api", "--name", "ci", "--scope", "operate"));
        using var approver = await Approver.SignInAsync(server);
        await seeded.StartAsync(
            "mail",
            30,
            approver: null,
            new() { Rings = [new() { Hosts = 1 }, new() { Percent = 10 }, new() { Percent = 100 }] }
        );
        await seeded.StartAsync(
            "batch",
            20,
            approver,
            new()
            {
                Windows = [Closed()],
                BakeSeconds = 0,
                MinSamples = 0,
            }
        );
        await seeded.StartAsync(
            "edge-fra",
            180,
            approver,
            new()
            {
                MinSamples = 0,
                BakeSeconds = 5,
                UnreachableSeconds = UnreachableSeconds,
                Rings =
                [
                    new() { Name = "canary", Hosts = 2 },
                    new() { Percent = 5 },
                    new() { Percent = 25, BakeSeconds = 3600 },
                    new() { Percent = 100 },
                ],
            }
        );
        await seeded.StartAsync(
            "edge-lon",
            40,
            approver,
            new()
            {
                BakeSeconds = 0,
                UnreachableSeconds = UnreachableSeconds,
                Rings = [new() { Hosts = 2 }, new() { Percent = 25 }, new() { Percent = 100 }],
            }
        );
        await seeded.StartAsync("edge-ams", 40, approver, Quick(GateFailure.RollBack), failing: 1);
        await seeded.StartAsync("video", 20, approver, Quick(GateFailure.Hold), failing: 20);
        await seeded.StartAsync("api", 20, approver, new() { BakeSeconds = 3600, UnreachableSeconds = UnreachableSeconds });
        await seeded.StartAsync("cache", 24, approver, Quick(GateFailure.RollBack));
        await seeded.StartAsync(
            "static",
            12,
            approver,
            new()
            {
                BakeSeconds = 3600,
                MinSamples = 0,
                UnreachableSeconds = UnreachableSeconds,
            }
        );
        await seeded.SettleAsync();
        await seeded.TellAsync("api", RolloutAction.Pause, "Waiting for the provider to confirm.");
        await seeded.TellAsync("static", RolloutAction.Abort, "Wrong week.");
        return seeded;
    }

    public Task<RolloutDetail> FindAsync(string policy) =>
        SendAsync<object, RolloutDetail>(HttpMethod.Get, FleetPaths.Rollout(ids[policy]), null, null, RolloutJson.Default.RolloutDetail);

    public async Task TellAsync(string policy, RolloutAction action, string reason) =>
        await SendAsync(
            HttpMethod.Post,
            FleetPaths.RolloutCommand(ids[policy]),
            new(action, reason),
            RolloutJson.Default.RolloutCommand,
            RolloutJson.Default.RolloutDetail
        );

    /// <summary>The hosts of the fleet, and how each handles a new bundle.</summary>
    public List<FollowingHost> Hosts { get; } = [];

    public async Task StartAsync(string policy, int hosts, Approver? approver, RolloutRules rules, int failing = 0)
    {
        await PublishAsync(new(Text(policy, 3), "CHG-1041: baseline", $"role:{policy}"));
        var enrolment = server.Token("--labels", $"role={policy}", "--name", $"rack-{policy}");
        for (var i = 1; i <= hosts; i++)
        {
            var host = await FollowingHost.JoinAsync(server, enrolment, $"{policy}-{i:000}");
            await host.FollowAsync();
            host.Fails = i <= failing;
            Hosts.Add(host);
        }
        await PublishAsync(new(Text(policy, 10), "CHG-1042: ten segments", Stage: true));
        var made = await SendAsync(
            HttpMethod.Post,
            FleetPaths.Rollouts,
            new(policy, 2, "CHG-1042: faster first pages", rules, Confirm: hosts),
            RolloutJson.Default.RolloutRequest,
            RolloutJson.Default.RolloutDetail
        );
        ids[policy] = made.Summary.Id;
        if (approver is not null)
            await approver.ApproveAsync(made.Summary.Id);
    }

    /// <summary>Hosts follow until every rollout has reached its final state here.</summary>
    private async Task SettleAsync()
    {
        (string Policy, Func<RolloutDetail, bool> There)[] wanted =
        [
            ("edge-fra", rollout => rollout.Summary is { Ring: 3, Applied: >= 45 }),
            (
                "edge-lon",
                rollout =>
                    rollout.Summary is { Ring: >= 1, Applied: >= 1 }
                    && rollout.Summary.State is RolloutState.Holding or RolloutState.Running or RolloutState.Complete
            ),
            ("edge-ams", rollout => rollout.Summary.State == RolloutState.RolledBack),
            ("video", rollout => rollout.Summary.State == RolloutState.Holding),
            ("api", rollout => rollout.Summary is { Ring: 1, Applied: 1 }),
            ("cache", rollout => rollout.Summary.State == RolloutState.Complete),
            ("static", rollout => rollout.Summary is { Ring: 1, Applied: 1 }),
        ];
        var begun = TimeProvider.System.GetTimestamp();
        while (true)
        {
            foreach (var host in Hosts)
                await host.FollowAsync();
            var rollouts = new List<RolloutDetail>();
            foreach (var (policy, _) in wanted)
                rollouts.Add(await FindAsync(policy));
            if (wanted.Zip(rollouts).All(pair => pair.First.There(pair.Second)))
                return;
            if (TimeProvider.System.GetElapsedTime(begun) > Until.Limit)
                throw new LabException(
                    string.Join(
                        '\n',
                        rollouts.Select(rollout => $"{rollout.Summary.Policy}: {rollout.Summary.State}: {rollout.Summary.Sentence}")
                    )
                );
        }
    }

    private static RolloutRules Quick(GateFailure onFailure) =>
        new()
        {
            BakeSeconds = 0,
            MinSamples = 0,
            OnFailure = onFailure,
            UnreachableSeconds = UnreachableSeconds,
            Rings = [new() { Hosts = 2 }, new() { Percent = 25 }, new() { Percent = 100 }],
        };

    /// <summary>A change window on the day before yesterday's weekday: it is closed at any time of the test.</summary>
    private static string Closed() => $"{DateTimeOffset.UtcNow.AddDays(-2).DayOfWeek.ToString()[..3].ToLowerInvariant()} 09:00-16:30 UTC";

    private static string Text(string policy, int window) =>
        $"policy: {policy}\nwindow: {{ initcwnd: {window} }}\nscopes:\n  - default\n  - prefix: 10.0.0.0/8\n    window: {{ initcwnd: 16 "
        + "}\nlimits: { max: 32 }\n";

    private Task<PublishReply> PublishAsync(PublishRequest request) => server.PublishAsync(token, request);

    private async Task<T> SendAsync<TBody, T>(
        HttpMethod method,
        string path,
        TBody? body,
        JsonTypeInfo<TBody>? bodyType,
        JsonTypeInfo<T> type
    )
    {
        using var message = new HttpRequestMessage(method, path) { Content = body is null ? null : JsonContent.Create(body, bodyType!) };
        message.Headers.Authorization = new("Bearer", token);
        using var answer = await server.Http.SendAsync(message);
        var text = await answer.Content.ReadAsStringAsync();
        return answer.IsSuccessStatusCode
            ? System.Text.Json.JsonSerializer.Deserialize(text, type)!
            : throw new LabException($"{path}: {(int)answer.StatusCode} {text}");
    }
}
