using IwTune.Server.Features.Rollouts;
using IwTune.Server.Features.Rollouts.Gating;
using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Console.Rollouts;

/// <summary>What the pages of a rollout show of its gate, and of what an approver must see.</summary>
public sealed class GatePagesTests
{
    [Fact]
    public async Task Each_figure_of_a_gate_is_a_picture_with_a_sentence_and_a_row_of_a_table()
    {
        await using var server = await RunningServer.StartAsync();
        using var reader = await Person.SignedInAsync(server, Role.Viewer);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 3);
        var id = (await api.RollAsync(await api.StageAsync(Api.Iw10))).Summary.Id;
        var start = server.Clock.GetUtcNow();
        await server.Database.WriteAsync(async write =>
        {
            for (var step = 0; step < 4; step++)
            {
                var gate = Gate(start.AddMinutes(step), step == 3 ? GateVerdict.Fail : GateVerdict.Inconclusive, Math.Pow(5, step));
                await RolloutWrites.GateAsync(write, id, 1, gate);
                await GateHistory.StoreAsync(write, id, 1, gate);
            }
            // So far apart that each is needed.
            for (var step = 0; step < 80; step++)
                await GateHistory.StoreAsync(
                    write,
                    id,
                    2,
                    Gate(start.AddSeconds(100 * Math.Pow(1.05, step)), GateVerdict.Inconclusive, step + 1)
                );
            return 0;
        });
        var thinned = (await api.GetAsync($"{FleetPaths.RolloutEvidence(id)}?ring=2", RolloutJson.Default.RingEvidence)).Points;
        Assert.InRange(thinned.Count, GateHistory.Most / 2, GateHistory.Most);

        var page = await reader.OpenAsync($"/rollouts/{id}?ring=1");
        var gate = page.QuerySelector("[aria-labelledby=gate]")!;
        Assert.Equal(
            [
                "First-flight loss: ring 4 %, control 1 %, due 1.2 %. Fail.",
                "Evidence: evidence 125; harm from 52.6. Fail.",
                "Retransmissions: ring 3 %, control 2 %, due 2.5 %, interval 2.2–3.8 %; harm from 3 %. Pass.",
            ],
            gate.QuerySelectorAll("svg.chart[role=img] > desc").Select(desc => desc.TextContent)
        );
        Assert.Equal(3, gate.QuerySelectorAll("details tbody tr").Length);
        Assert.Contains("Fetch time p95", gate.TextContent, StringComparison.Ordinal);

        var evidence = page.QuerySelector("[aria-labelledby=evidence]")!;
        Assert.Contains(
            "First-flight loss: evidence: 1 after 0 s, 125 after 180 s; harm from 52.6. At the last evaluation: the ring failed.",
            evidence.TextContent,
            StringComparison.Ordinal
        );
        Assert.Contains($"Fail, {start.AddMinutes(3).UtcDateTime:HH:mm:ss} UTC", evidence.TextContent, StringComparison.Ordinal);
        var points = (await api.GetAsync($"{FleetPaths.RolloutEvidence(id)}?ring=1", RolloutJson.Default.RingEvidence)).Points;
        Assert.Equal([1, 5, 25, 125], points.Select(point => point.Inputs.Single(input => input.Measures is not null).Measures![0].Value));
        Assert.All(points.SelectMany(point => point.Inputs), input => Assert.Empty(input.Sentence));
    }

    [Fact]
    public async Task The_gate_of_a_paused_rollout_is_that_of_before_the_pause()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var reader = await Person.SignedInAsync(server, Role.Viewer);
        var api = await server.ApiAsync();
        var hosts = await server.FleetAsync(api, 3);
        var id = (await api.RollAsync(await api.StageAsync(Api.Iw10), Rolling.Quick() with { BakeSeconds = 3600 })).Summary.Id;
        await server.UntilAsync(api, id, hosts, one => one.Summary.Applied == 1 && one.Rings[0].Gate is not null);
        await api.TellAsync(id, RolloutAction.Pause);

        var page = await reader.OpenAsync($"/rollouts/{id}");

        Assert.Contains(
            "before the pause",
            page.QuerySelector("[aria-labelledby=gate] .section-head")!.TextContent,
            StringComparison.Ordinal
        );
        Assert.StartsWith("Before the pause: ", page.QuerySelector(".lane-gate")!.TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_approver_sees_the_text_that_changes_and_the_hosts_that_it_reaches()
    {
        await using var server = await RunningServer.StartAsync();
        using var approver = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 3);
        using var planner = await server.ApiOfAsync("planner");
        var id = (await planner.RollAsync(await api.StageAsync(Api.Iw10))).Summary.Id;

        var page = await approver.OpenAsync($"/rollouts/{id}/approve");
        Assert.Contains(
            "initcwnd: 10",
            page.QuerySelector("form .diff ins, form .diff .diff-text-new")!.Closest("table")!.TextContent,
            StringComparison.Ordinal
        );
        var impact = page.QuerySelector("form [aria-labelledby=impact-hosts]")!;
        Assert.Contains("3 hosts", impact.TextContent, StringComparison.Ordinal);
        Assert.Equal(3, impact.QuerySelectorAll("tbody th[scope=row]").Length);
        Assert.NotNull(page.QuerySelector("form#impact-csv"));
    }

    private static RolloutGate Gate(DateTimeOffset at, GateVerdict verdict, double evidence) =>
        new(
            verdict,
            "first-flight loss: told",
            at,
            [
                new("retransmissions", GateVerdict.Pass, "enough", "share", 0.03, 0.02, 0.03)
                {
                    Due = 0.025,
                    Low = 0.022,
                    High = 0.038,
                },
                new("first-flight loss", verdict, "told", "share", 0.04, 0.01)
                {
                    Due = 0.012,
                    Measures = [new(GateMeasure.Evidence, "", evidence, 52.63)],
                },
                new("fetch time p95", GateVerdict.NotApplicable, "no fetches", "ms"),
            ]
        );
}
