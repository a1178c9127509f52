using System.Net;
using System.Net.Http.Json;
using IwTune.Lab;
using IwTune.Server.Console;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Compliance;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance.Runs;

/// <summary>What changed since the last audit.</summary>
public sealed class CompareTests
{
    [Fact]
    public async Task Hosts_that_changed_joined_or_left_are_listed_the_worse_ones_first()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, assign: "site:fra");
        var (same, worse, leaving) = (
            await CompliantAsync(server, "same"),
            await CompliantAsync(server, "worse"),
            await CompliantAsync(server, "leaving")
        );
        await (await server.EnrolAsync("without", labels: ("site", "ams"))).CheckInAsync();
        await HaveAsync(api, Verdict.Compliant, 4);
        var first = await api.RunAsync(new("first"));

        server.Clock.Jump(TimeSpan.FromSeconds(5));
        await worse.DurableAsync(worse.Line(worse.State(10, 4)));
        using (
            var left = await api.PostAsJsonAsync(
                FleetPaths.HostRetire(leaving.Id),
                new ReasonRequest("gone"),
                ComplianceJson.Default.ReasonRequest
            )
        )
            Assert.True(left.IsSuccessStatusCode, await left.Content.ReadAsStringAsync());
        await CompliantAsync(server, "a-new-one");
        await HaveAsync(api, Verdict.Drifted, 1);
        var second = await api.RunAsync(new("second"));

        var found = await api.GetAsync(RunPaths.RunComparison(first.Id, second.Id), ComplianceJson.Default.RunComparison);
        Assert.Equal(["worse", "a-new-one", "leaving"], found.Hosts.Select(host => host.Name));
        Assert.Equal((2, 3), (found.Same, found.Different));
        Assert.Equal((Verdict.Compliant, Verdict.Drifted), (found.Hosts[0].From!.Verdict, found.Hosts[0].To!.Verdict));
        Assert.Null(found.Hosts[1].From);
        Assert.Null(found.Hosts[2].To);
        Assert.Contains(new VerdictShift(Verdict.Compliant, 4, 3), found.Verdicts);
        Assert.Equal(new(1, 1), found.WithoutPolicy);
        Assert.Contains(new ControlShift("IWT-1", 0, 1), found.Controls);
        Assert.NotNull(same);
    }

    [Fact]
    public async Task Two_runs_in_the_wrong_order_are_not_compared()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        var first = await api.RunAsync(new("first"));
        server.Clock.Jump(TimeSpan.FromSeconds(5));
        var second = await api.RunAsync(new("second"));
        using var swapped = await api.GetAsync(RunPaths.RunComparison(second.Id, first.Id));
        // By their times: an id says nothing to the person who chose them.
        Assert.Equal(
            $"earlier: {Moments.Absolute(second.AsOf!.Value)} · token test-admin is later than "
                + $"{Moments.Absolute(first.AsOf!.Value)} · token test-admin; exchange them",
            (await swapped.ProblemAsync(HttpStatusCode.BadRequest)).Detail
        );
        using var twice = await api.GetAsync(RunPaths.RunComparison(first.Id, first.Id));
        Assert.EndsWith(
            "choose runs of different times",
            (await twice.ProblemAsync(HttpStatusCode.BadRequest)).Detail,
            StringComparison.Ordinal
        );
        using var none = await api.GetAsync(RunPaths.RunComparison("none", second.Id));
        await none.ProblemAsync(HttpStatusCode.NotFound);
        using var many = await api.GetAsync(RunPaths.RunComparison(first.Id, second.Id) + "?limit=0");
        await many.ProblemAsync(HttpStatusCode.BadRequest);
    }

    private static async Task<TestHost> CompliantAsync(RunningServer server, string name)
    {
        var host = await server.EnrolAsync(name, labels: ("site", "fra"));
        await host.TakeAsync();
        await host.CheckInAsync();
        await host.DurableAsync(host.Line(host.State(10, 10)));
        return host;
    }

    private static Task HaveAsync(HttpClient api, Verdict verdict, int hosts) =>
        Until.TrueAsync(
            async () =>
                (await api.GetAsync(FleetPaths.Compliance, ComplianceJson.Default.FleetCompliance)).States.GetValueOrDefault(verdict)
                == hosts,
            () => $"not {hosts} hosts are {verdict}"
        );
}
