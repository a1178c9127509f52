using System.Text.Json;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Model;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts.Gating;

/// <summary>
/// A rollout in its first ring, as the store has it, with hosts that report their connections. Paused, so that only the test moves it.
/// </summary>
internal sealed class Watched(RunningServer server, IReadOnlyList<TestHost> hosts, bool windows) : IAsyncDisposable
{
    public const string Id = "01900000-0000-7000-8000-000000000001";

    public const int SlotSeconds = 10;

    /// <summary>How long a slot waits for late reports.</summary>
    public const int GraceSeconds = 20;

    public static string From { get; } = BundleDigest.Of(Content(10));

    public static string To { get; } = BundleDigest.Of(Content(16));

    public RunningServer Server => server;

    public IReadOnlyList<TestHost> Hosts => hosts;

    /// <summary>A server, these hosts with the first one in ring 1 and admitted, and the others in ring 2.</summary>
    /// <param name="count">How many hosts.</param>
    /// <param name="windows">Whether they are Windows hosts.</param>
    public static async Task<Watched> StartAsync(int count, bool windows = false)
    {
        var server = await RunningServer.StartAsync();
        var hosts = new List<TestHost>();
        for (var host = 0; host < count; host++)
            hosts.Add(
                await TestHost.EnrolAsync(
                    server,
                    await server.TokenAsync(),
                    windows ? TestHost.WindowsFactsOf($"host-{host}") : TestHost.FactsOf($"host-{host}", $"machine-{host}")
                )
            );
        await server.Database.WriteAsync(async write =>
        {
            await write.ExecuteAsync("insert into policies (name, created_at) values ('edge', 0)");
            foreach (var (number, window) in new[] { (1, 10), (2, 16) })
            {
                await write.ExecuteAsync(
                    "insert into revisions (policy, number, digest, document, content, author, reason, published_at, sequence) values "
                        + "('edge', @number, '', '', @content, 'a', 'b', 0, 0)",
                    new { number, content = JsonSerializer.Serialize(Content(window), WireJson.Default.BundleContent) }
                );
            }
            await write.ExecuteAsync(
                """
                insert into rollouts (id, policy, from_revision, to_revision, state, sentence, in_force, emergency, rules, plan_hash, ring, author, reason, created_at)
                values (@Id, 'edge', 1, 2, 'Paused', '', true, false, @rules, '', 1, 'a', 'b', 0)
                """,
                new { Id, rules = JsonSerializer.Serialize(Rules, RolloutJson.Default.RolloutRules) }
            );
            for (var host = 0; host < count; host++)
            {
                await write.ExecuteAsync(
                    "insert into rollout_hosts (rollout_id, host_id, ring, state, admitted_at) values (@Watched, @Host, @ring, @state, "
                        + "@admitted)",
                    new
                    {
                        Watched = Id,
                        Host = hosts[host].Id,
                        ring = host == 0 ? 1 : 2,
                        state = host == 0 ? "Applied" : "Waiting",
                        admitted = host == 0 ? 1L : (long?)null,
                    }
                );
            }
            return 0;
        });
        return new Watched(server, hosts, windows);
    }

    public static RolloutRules Rules { get; } =
        new()
        {
            Rings = [new() { Hosts = 1 }, new() { Percent = 100 }],
            BakeSeconds = 60,
            MinSamples = 500,
        };

    /// <summary>A host's report of the last ten seconds.</summary>
    public ReportLine Line(int host, string digest, long connections, long lost, DateTimeOffset? until = null, long rtt = 40_000)
    {
        var at = until ?? server.Clock.GetUtcNow();
        var told = Told.Of(at, connections, lost: lost);
        var fetch = new Dictionary<int, long> { [Histogram.Slot(2 * rtt)] = connections };
        return hosts[host]
            .Line(
                told with
                {
                    BundleDigest = digest,
                    Passive = told.Passive! with
                    {
                        Since = at.AddSeconds(-10),
                        Profile = told.Passive.Profile! with { Fetch = [new FetchTimes(2, 2, fetch)] },
                    },
                }
            );
    }

    public Task<long> TellAsync(int host, string digest, long connections, long lost, DateTimeOffset? until = null) =>
        hosts[host].DurableAsync(Line(host, digest, connections, lost, until));

    /// <summary>A host's report of the counters of the last ten seconds.</summary>
    public Task<long> CountAsync(int host, string digest, long segments, long again)
    {
        var at = server.Clock.GetUtcNow();
        return hosts[host]
            .DurableAsync(
                hosts[host]
                    .Line(
                        new Evidence
                        {
                            TargetId = HostCounters.Target,
                            Method = EvidenceMethod.Passive,
                            At = at,
                            BundleDigest = digest,
                            Conclusive = false,
                            Counters = new HostCounters
                            {
                                Since = at.AddSeconds(-SlotSeconds),
                                Segments = segments,
                                SegmentsAgain = again,
                            },
                        }
                    )
            );
    }

    /// <summary>The result after this time has passed.</summary>
    public Task<GateOutcomes> LaterAsync(int seconds = SlotSeconds + GraceSeconds)
    {
        server.Clock.Jump(TimeSpan.FromSeconds(seconds));
        return GatherAsync(1);
    }

    public Task<GateOutcomes> GatherAsync(int ring) =>
        server.Database.WriteAsync(write =>
            GateEvidence.GatherAsync(
                write,
                server.Clock,
                Id,
                ring,
                ring == 1 ? (Arm(1), Arm(hosts.Count - 1)) : (Arm(hosts.Count - 1), Arm(0))
            )
        );

    private ArmHosts Arm(int count) => new(count, windows ? count : 0);

    /// <summary>The hosts' state in the rollout, as the engine would store it.</summary>
    public Task<int> AdmitAsync(int host) =>
        server.Database.WriteAsync(write =>
            write.ExecuteAsync(
                "update rollout_hosts set state = 'Applied', admitted_at = 2 where rollout_id = @Watched and host_id = @Host",
                new { Watched = Id, Host = hosts[host].Id }
            )
        );

    public Task<int> RingAsync(int ring) =>
        server.Database.WriteAsync(write =>
            write.ExecuteAsync("update rollouts set ring = @ring where id = @Watched", new { ring, Watched = Id })
        );

    public GateCase Case(GateOutcomes outcomes, double baked = 60) =>
        new()
        {
            Rules = Rules,
            Hosts = new RingHosts(0, 1, 0, 0, 0),
            Baked = TimeSpan.FromSeconds(baked),
            Bake = TimeSpan.FromSeconds(60),
            Outcomes = outcomes,
            At = server.Clock.GetUtcNow(),
        };

    public ValueTask DisposeAsync() => server.DisposeAsync();

    private static BundleContent Content(int window) =>
        new()
        {
            Policy = "edge",
            Revision = window == 10 ? 1 : 2,
            Windows = [new BundleWindow("default", window, null)],
        };
}
