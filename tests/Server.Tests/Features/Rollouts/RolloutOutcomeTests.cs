using System.Net;
using IwTune.Server.Tests.Console;
using IwTune.Server.Tests.Features.Traffic;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>Rollouts whose hosts report the losses of their connections, from the first report to the end.</summary>
public sealed class RolloutOutcomeTests
{
    private static readonly RolloutRules Rules = new()
    {
        Rings = [new() { Hosts = 1 }, new() { Percent = 100 }],
        BakeSeconds = 1,
        MinSamples = 200,
    };

    [Fact]
    public async Task A_harmful_revision_is_found_at_the_first_host_and_taken_back()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        var (rollout, hosts, canary) = await BeginAsync(server, anna);
        await TellAsync(server, hosts, host => host == canary ? 90 : 3);

        var back = await server.UntilAsync(anna, rollout.Summary.Id, [], RolloutState.RolledBack);
        Assert.Equal(1, back.Summary.Admitted);
        var gate = back.Rings[0].Gate!;
        Assert.Equal(GateVerdict.Fail, gate.Verdict);
        var input = gate.Inputs.Single(one => one.Name == "first-flight loss");
        Assert.True(input.Verdict == GateVerdict.Fail, input.Sentence);
        var evidence = Assert.Single(input.Measures!, measure => measure.Name == GateMeasure.Evidence);
        Assert.True(evidence.Value >= evidence.Threshold, $"{evidence}");
        var points = (
            await anna.GetAsync($"{FleetPaths.RolloutEvidence(back.Summary.Id)}?ring=1", RolloutJson.Default.RingEvidence)
        ).Points;
        Assert.Equal((gate.At.ToUnixTimeMilliseconds(), gate.Verdict), (points[^1].At.ToUnixTimeMilliseconds(), points[^1].Verdict));
        Assert.Equal(evidence, points[^1].Inputs.Single(one => one.Name == "first-flight loss").Measures![0]);
        // Any of the parts that had been reported when the gate looked.
        Assert.Matches(
            @"first flights lost: (90 of 300|180 of 600|270 of 900) \(30 %\) against \d+ of [\d,]+ \(1\.0 %\) in the control group in the same time",
            input.Sentence
        );
    }

    [Fact]
    public async Task Shown_harm_is_not_judged_again_and_a_new_rollout_needs_a_reason()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        using var person = await Person.SignedInAsync(server);
        var (rollout, hosts, canary) = await BeginAsync(server, anna, Rules with { OnFailure = GateFailure.Hold });
        var id = rollout.Summary.Id;
        await TellAsync(server, hosts, host => host == canary ? 90 : 3);
        var held = await server.UntilAsync(
            anna,
            id,
            [],
            one => one.Summary.State == RolloutState.Holding && one.Summary.Sentence.Contains("its gate failed", StringComparison.Ordinal)
        );
        Assert.EndsWith("It waits for a person: roll back or abort.", held.Summary.Sentence, StringComparison.Ordinal);

        var page = await person.OpenAsync($"/rollouts/{id}");
        Assert.Null(page.QuerySelector("a[href$='/resume']"));
        Assert.NotNull(page.QuerySelector("a[href$='/abort']"));
        var refused = await anna.TryTellAsync(id, RolloutAction.Resume).RefusedAsync(HttpStatusCode.Conflict);
        Assert.Contains("its evidence stands", refused.Detail, StringComparison.Ordinal);

        await anna.TellAsync(id, RolloutAction.Abort);
        var known = Rolling.Quick();
        await anna.TryRollAsync(new("edge", rollout.Summary.To, "known loss", known)).RefusedAsync(HttpStatusCode.BadRequest);
        using var despite = await anna.TryRollAsync(
            new("edge", rollout.Summary.To, "known loss", known) { Despite = "the owner accepts the loss" }
        );
        Assert.Equal(HttpStatusCode.Created, despite.StatusCode);
    }

    [Fact]
    public async Task Too_little_told_holds_and_enough_that_is_well_goes_on_to_the_end()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiOfAsync("anna");
        var (rollout, hosts, _) = await BeginAsync(server, anna);
        var holding = await server.UntilAsync(anna, rollout.Summary.Id, [], RolloutState.Holding);
        Assert.Contains(
            "0 of the ring and 0 of the control group were judged, 200 of each are needed",
            holding.Summary.Sentence,
            StringComparison.Ordinal
        );

        await TellAsync(server, hosts, _ => 3);
        var done = await server.UntilAsync(anna, rollout.Summary.Id, hosts, RolloutState.Complete);
        Assert.Equal(GateVerdict.Pass, done.Rings[0].Gate!.Inputs.Single(one => one.Name == "first-flight loss").Verdict);
        Assert.Contains("no control group is left", done.Rings[1].Gate!.Sentence, StringComparison.Ordinal);
    }

    private static async Task<(RolloutDetail Rollout, IReadOnlyList<TestHost> Hosts, TestHost Canary)> BeginAsync(
        RunningServer server,
        HttpClient api,
        RolloutRules? rules = null
    )
    {
        var hosts = await server.FleetAsync(api, 4);
        foreach (var host in hosts)
            await host.DurableAsync(Line(server, host, 2000, 20));
        var before = hosts[0].Held!.Digest;
        var rollout = await api.RollAsync(await api.StageAsync(Api.Iw10), rules ?? Rules);
        await server.UntilAsync(api, rollout.Summary.Id, hosts, one => one.Summary.Applied == 1);
        return (rollout, hosts, hosts.Single(host => host.Held!.Digest != before));
    }

    private static async Task TellAsync(RunningServer server, IReadOnlyList<TestHost> hosts, Func<TestHost, long> lost)
    {
        for (var slot = 0; slot < 3; slot++)
        {
            foreach (var host in hosts)
                await host.DurableAsync(Line(server, host, 300, lost(host)));
            server.Clock.Jump(TimeSpan.FromSeconds(10));
        }
        server.Clock.Jump(TimeSpan.FromSeconds(30));
    }

    private static ReportLine Line(RunningServer server, TestHost host, long connections, long lost) =>
        host.Line(Told.Of(server.Clock.GetUtcNow(), connections, lost: lost) with { BundleDigest = host.Held!.Digest });
}
