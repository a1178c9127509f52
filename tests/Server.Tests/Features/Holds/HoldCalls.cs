using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Holds;

/// <summary>Holds as a program sets and ends them.</summary>
internal static class HoldCalls
{
    public static string Iw(int cwnd, string policy = "edge") => $"policy: {policy}\nwindow: {{ initcwnd: {cwnd} }}\nscopes: [default]\n";

    public static Task<HttpResponseMessage> TryHoldAsync(this HttpClient api, HoldRequest request) =>
        api.PostAsJsonAsync(FleetPaths.Holds, request, StandingJson.Default.HoldRequest);

    public static async Task<HoldReply> HoldAsync(
        this HttpClient api,
        string host,
        long? seconds = null,
        string reason = "changing providers"
    )
    {
        using var answer = await api.TryHoldAsync(new(host, Reason: reason, ForSeconds: seconds));
        return await answer.ReadAsync(StandingJson.Default.HoldReply);
    }

    public static Task<HttpResponseMessage> TryReleaseAsync(this HttpClient api, ReleaseRequest request) =>
        api.PostAsJsonAsync(FleetPaths.Release, request, StandingJson.Default.ReleaseRequest);

    public static async Task<ReleaseReply> ReleaseAsync(this HttpClient api, string host)
    {
        using var answer = await api.TryReleaseAsync(new(host, Reason: "done"));
        return await answer.ReadAsync(StandingJson.Default.ReleaseReply);
    }

    public static Task<StandingPage> StandingAsync(
        this HttpClient api,
        StandingKind? kind = null,
        string q = "",
        string after = "",
        int limit = 100
    ) =>
        api.GetAsync(
            $"{FleetPaths.Standing}?kind={kind}&q={Uri.EscapeDataString(q)}&after={after}&limit={limit}",
            StandingJson.Default.StandingPage
        );

    /// <summary>The required content of a host, from the fleet API.</summary>
    public static async Task<HostDetail> DetailAsync(this HttpClient api, string host) =>
        await api.GetAsync(FleetPaths.Host(host), HostsJson.Default.HostDetail);

    public static async Task<IReadOnlyList<AuditEntry>> AuditAsync(this HttpClient api, string action) =>
        [
            .. (await api.GetAsync(FleetPaths.Audit + "?limit=500", AuditJson.Default.AuditPage)).Entries.Where(entry =>
                entry.Action == action
            ),
        ];

    /// <summary>The same host, at a restarted server.</summary>
    public static TestHost At(this TestHost host, RunningServer server) =>
        new(server.Client($"{AgentPaths.HostScheme} {host.Id}.{host.Reply.HostSecret}"), host.Reply, host.Facts)
        {
            Held = host.Held,
            Counter = host.Counter,
        };

    /// <summary>An active rollout that has admitted these hosts, as the store has it.</summary>
    public static async Task RollOutAsync(this RunningServer server, string policy, long to, params TestHost[] hosts)
    {
        await server.Database.WriteAsync(async write =>
        {
            await write.ExecuteAsync(
                """
                insert into rollouts (id, policy, to_revision, state, sentence, in_force, emergency, rules, plan_hash, author, reason, created_at)
                values ('r-1', @policy, @to, 'Running', '', @yes, @no, '{}', '', 'user:ben', 'try', 0)
                """,
                new
                {
                    policy,
                    to,
                    yes = true,
                    no = false,
                }
            );
            foreach (var host in hosts)
                await write.ExecuteAsync(
                    "insert into rollout_hosts (rollout_id, host_id, ring, state, admitted_at) values ('r-1', @Id, 1, 'Admitted', 1)",
                    new { host.Id }
                );
            return 0;
        });
        await server.Get<IwTune.Server.Features.Bundles.Requirements>().ReloadAsync();
    }

    public static async Task RelabelAsync(this HttpClient api, string host, params (string Key, string Value)[] labels)
    {
        using var answer = await api.PutAsJsonAsync(
            FleetPaths.HostLabels(host),
            new LabelsRequest(labels.ToDictionary(l => l.Key, l => l.Value), "moved"),
            AdministrationJson.Default.LabelsRequest
        );
        Assert.Equal(HttpStatusCode.OK, answer.StatusCode);
    }

    public static async Task AssignAsync(this HttpClient api, string policy, string selector, int priority)
    {
        using var answer = await api.PostAsJsonAsync(
            FleetPaths.Assignments,
            new AssignRequest(selector, policy, priority, "moved"),
            PoliciesJson.Default.AssignRequest
        );
        Assert.Equal(HttpStatusCode.Created, answer.StatusCode);
    }
}
