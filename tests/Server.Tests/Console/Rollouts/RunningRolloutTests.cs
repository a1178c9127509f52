using IwTune.Server.Tests.Features.Rollouts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Console.Rollouts;

/// <summary>Rollouts in progress on the overview.</summary>
public sealed class RunningRolloutTests
{
    [Fact]
    public async Task A_lane_names_the_rollout_its_rings_and_who_acts_next_and_an_overview_without_rollouts_has_none()
    {
        await using var server = await RunningServer.StartAsync();
        using var person = await Person.SignedInAsync(server);
        var api = await server.ApiAsync();
        await server.FleetAsync(api, 3);
        Assert.Null((await person.OpenAsync("/")).QuerySelector("#on-the-way"));

        var rollout = await api.RollAsync(await api.StageAsync(Api.Iw10), confirm: 3);
        var lane = Assert.Single((await person.OpenAsync("/")).QuerySelectorAll(".run"));
        Assert.Equal($"/rollouts/{rollout.Summary.Id}", lane.QuerySelector(".run-name a")!.GetAttribute("href"));
        Assert.Equal(
            "Ring 1, 1 host, 1 host: waiting; Ring 2, 100 %, 2 hosts: waiting",
            lane.QuerySelector(".run-strip")!.GetAttribute("aria-label")
        );
        Assert.Contains("An approver must approve the plan.", lane.TextContent, StringComparison.Ordinal);

        await api.TellAsync(rollout.Summary.Id, RolloutAction.Abort);
        Assert.Null((await person.OpenAsync("/")).QuerySelector("#on-the-way"));
    }
}
