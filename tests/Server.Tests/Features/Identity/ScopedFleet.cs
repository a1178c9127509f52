using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Identity;

/// <summary>
/// Two sites in one fleet, under one policy and one rollout. Every text of the other site contains <see cref="Mark"/>, so it can be found
/// in any output. More events can happen there while nothing happens here.
/// </summary>
internal sealed class ScopedFleet
{
    /// <summary>In every name, label, selector, writer and reason of the other site, and nowhere else.</summary>
    public const string Mark = "xyzzy";

    private readonly RunningServer server;
    private readonly HttpClient admin;

    private ScopedFleet(RunningServer server, HttpClient admin) => (this.server, this.admin) = (server, admin);

    public List<TestHost> Mine { get; } = [];

    public List<TestHost> Others { get; } = [];

    /// <summary>Over hosts of both sites.</summary>
    public string Shared { get; private set; } = "";

    /// <summary>Over hosts of the other site.</summary>
    public string Foreign { get; private set; } = "";

    public static async Task<ScopedFleet> BeginAsync(RunningServer server, HttpClient admin)
    {
        var fleet = new ScopedFleet(server, admin);
        for (var i = 1; i <= 3; i++)
            fleet.Mine.Add(await server.EnrolAsync($"fra-web-{i}", "", ("site", "fra"), ("canary", i == 1 ? "yes" : "no")));
        for (var i = 1; i <= 2; i++)
            await fleet.JoinAsync(i);
        await fleet.PublishAsync(new(Api.Iw3, "because", "*"));
        foreach (var host in fleet.Mine)
            await TellAsync(host);
        await fleet.PublishAsync(
            new("policy: elsewhere\nwindow: { initcwnd: 4 }\nscopes: [default]\n", "because", $"site:{Mark}-site role:db")
        );
        await fleet.PublishAsync(new("policy: elsewhere\nwindow: { initcwnd: 5 }\nscopes: [default]\n", "because", Stage: true));
        await fleet.PublishAsync(new(Api.Iw10, "because", Stage: true));
        await fleet.SendAsync(
            FleetPaths.Assignments,
            new AssignRequest($"host:fra-web-1,{Mark}-1", "edge", 5, "both", null),
            PoliciesJson.Default.AssignRequest
        );
        await fleet.SendAsync(
            FleetPaths.Exceptions,
            new ExceptionRequest
            {
                Selector = $"site:{Mark}-site",
                Reason = $"{Mark} was old",
                Endless = true,
            },
            ExceptionJson.Default.ExceptionRequest
        );
        await fleet.SendAsync(
            FleetPaths.Exceptions,
            new ExceptionRequest
            {
                Selector = $"site:fra,{Mark}-site kernel:9",
                Reason = "new kernel",
                Endless = true,
            },
            ExceptionJson.Default.ExceptionRequest
        );
        fleet.Shared = await fleet.RollOutAsync(
            new("edge", 2, "on", new() { Rings = [new() { Selector = $"host:fra-web-1,{Mark}-1" }, new() { Percent = 100 }] })
        );
        fleet.Foreign = await fleet.RollOutAsync(new("elsewhere", 2, "on"));
        await fleet.GateAsync(1);
        return fleet;
    }

    /// <summary>More hosts of the other site, with every possible event: none of it may show here.</summary>
    public async Task GrowAsync()
    {
        for (var i = 3; i <= 9; i++)
            await JoinAsync(i);
        foreach (var host in Others)
        {
            await TellAsync(host);
            await SendAsync(
                FleetPaths.Holds,
                new HoldRequest(host.Id, null, $"{Mark} is kept", null, null),
                StandingJson.Default.HoldRequest
            );
            await SendAsync(
                FleetPaths.Exceptions,
                new ExceptionRequest
                {
                    Host = host.Id,
                    Reason = "old",
                    Endless = true,
                },
                ExceptionJson.Default.ExceptionRequest
            );
            await SendAsync(
                FleetPaths.Assignments,
                new AssignRequest($"id:{host.Id}", "edge", 7, "alone", null),
                PoliciesJson.Default.AssignRequest
            );
        }
        await GateAsync(7);
    }

    /// <summary>The data of the first ring's gate: hosts of the other site alone.</summary>
    private async Task GateAsync(int failed)
    {
        var text = $"{failed} of 12 hosts failed, {Mark}";
        var gate = new RolloutGate(
            GateVerdict.Fail,
            text,
            DateTimeOffset.UnixEpoch,
            [
                new("apply failures", GateVerdict.Fail, text, "hosts", failed, null, 0),
                new("first-flight loss", GateVerdict.Fail, text, "share", failed / 100.0),
            ]
        );
        await server.Database.WriteAsync(async write =>
        {
            foreach (var host in Others)
                await write.ExecuteAsync(
                    """
                    insert into rollout_hosts (rollout_id, host_id, ring, state, reason, admitted_at, settled_at) values (@Shared, @Id, 1, 'Failed', @text, 1, 2)
                    on conflict (rollout_id, host_id) do update set ring = 1, state = excluded.state, reason = excluded.reason, admitted_at = 1, settled_at = 2
                    """,
                    new
                    {
                        Shared,
                        host.Id,
                        text,
                    }
                );
            await write.ExecuteAsync(
                "update rollouts set sentence = @text, excluded = @excluded where id = @Shared",
                new
                {
                    Shared,
                    text,
                    excluded = $$"""[{"reason":"held by user:{{Mark}}","hosts":{{failed}}}]""",
                }
            );
            await write.ExecuteAsync(
                "insert into rollout_gates (rollout_id, ring, judged_at, verdict, gate) values (@Shared, 1, 1, 'Fail', @json) on "
                    + "conflict (rollout_id, ring) do update set gate = excluded.gate",
                new { Shared, json = JsonSerializer.Serialize(gate, RolloutJson.Default.RolloutGate) }
            );
            await GateHistory.StoreAsync(write, Shared, 1, gate);
            await write.ExecuteAsync(
                "insert into rollout_events (id, rollout_id, number, at, actor, kind, text, reason) values ('e', @Shared, 99, 1, "
                    + "'server', 'GateFailed', @text, @text) on conflict (id) do update set text = excluded.text, reason = excluded.reason",
                new { Shared, text }
            );
            return 0;
        });
    }

    private async Task JoinAsync(int number)
    {
        var host = await server.EnrolAsync(
            $"{Mark}-{number}",
            "",
            ("site", $"{Mark}-site"),
            ("room", $"{Mark}-room"),
            ("role", number % 2 == 0 ? "db" : "web"),
            ($"{Mark}-key", "1")
        );
        Others.Add(host);
        await TellAsync(host);
    }

    private static async Task TellAsync(TestHost host)
    {
        await host.TakeAsync();
        var other = host.Facts.HostName.StartsWith(Mark, StringComparison.Ordinal);
        await host.DurableAsync(
            host.Line(host.State(3, 3)),
            host.Line(
                new HostEvent(HostEventKind.Drifted, "", "changed")
                {
                    Writer = other ? $"{Mark}-writer" : "NetworkManager",
                    Target = "default",
                }
            )
        );
    }

    private Task PublishAsync(PublishRequest request) => SendAsync(FleetPaths.Policies, request, PoliciesJson.Default.PublishRequest);

    private async Task<string> RollOutAsync(RolloutRequest request)
    {
        using var made = await admin.PostAsJsonAsync(FleetPaths.Rollouts, request, RolloutJson.Default.RolloutRequest);
        return (await made.ReadAsync(RolloutJson.Default.RolloutDetail)).Summary.Id;
    }

    private async Task SendAsync<T>(string path, T request, JsonTypeInfo<T> type)
    {
        using var answer = await admin.PostAsJsonAsync(path, request, type);
        Assert.True(answer.IsSuccessStatusCode, $"{path}: {(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");
    }
}
