using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

public sealed class SilentHostTests
{
    [Fact]
    public async Task A_host_that_held_the_revision_before_counts_once_it_has_checked_in()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiAsync();
        var hosts = await server.FleetAsync(anna, 2);
        var to = await anna.StageAsync(Api.Iw10);
        await server.UntilAsync(anna, (await anna.RollAsync(to)).Summary.Id, hosts, RolloutState.Complete);
        // The hosts hear nothing of this, and keep what they have.
        await anna.PublishAsync(Api.Iw3);

        var again = (await anna.RollAsync(to)).Summary.Id;
        await server.UntilAsync(anna, again, [], one => one.Summary.Admitted == 1);
        await server.LookAsync();

        Assert.Equal((RolloutState.Running, 1, 0), await StandAsync(again));
        await server.UntilAsync(anna, again, hosts, RolloutState.Complete);

        async Task<(RolloutState State, int Ring, int Applied)> StandAsync(string id)
        {
            var now = (await anna.RolloutAsync(id)).Summary;
            return (now.State, now.Ring, now.Applied);
        }
    }
}
