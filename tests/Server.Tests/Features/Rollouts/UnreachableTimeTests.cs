using System.Net;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>The time of silence after which a host counts as unreachable.</summary>
public sealed class UnreachableTimeTests
{
    [Fact]
    public async Task A_time_of_silence_within_one_check_in_is_refused_because_healthy_hosts_would_fail()
    {
        await using var server = await RunningServer.StartAsync(with: options => options with { Approvals = 0 });
        using var anna = await server.ApiAsync();
        await server.FleetAsync(anna, 2);

        var refused = await anna.TryRollAsync(
                new("edge", await anna.StageAsync(Api.Iw10), "faster", Rolling.Quick() with { UnreachableSeconds = 20 })
            )
            .RefusedAsync(HttpStatusCode.BadRequest);

        var problem = Assert.Single(refused.Problems!);
        Assert.Equal("rules.unreachableSeconds", problem.Path);
        Assert.Contains("not longer than --poll of the server (20 s)", problem.Rule, StringComparison.Ordinal);
    }
}
