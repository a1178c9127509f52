using System.Net;
using System.Net.Http.Json;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Tests.Features.Rollouts;

/// <summary>The length of a freeze is counted by the server's clock: that of a person's computer may be wrong.</summary>
public sealed class FreezeLengthTests
{
    [Fact]
    public async Task A_length_begins_when_the_server_takes_it()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");

        var now = await anna.FreezeAsync(new FreezeRequest(null, null, "sale") { Seconds = 180 });
        var later = server.Clock.GetUtcNow().AddDays(3);
        var then = await anna.FreezeAsync(new FreezeRequest(later, null, "sale") { Seconds = 180 });

        Assert.Equal(TimeSpan.FromSeconds(180), now.Until - now.From);
        Assert.Equal(server.Clock.GetUtcNow(), now.From, TimeSpan.FromMinutes(1));
        Assert.Equal((later, later.AddSeconds(180)), (then.From, then.Until));
    }

    [Fact]
    public async Task It_has_one_end_within_366_days()
    {
        await using var server = await RunningServer.StartAsync();
        using var anna = await server.ApiOfAsync("anna");
        var until = server.Clock.GetUtcNow().AddHours(1);

        foreach (
            var (request, field) in new[]
            {
                (new FreezeRequest(null, null, "sale"), "until"),
                (new FreezeRequest(null, until, "sale") { Seconds = 180 }, "until"),
                (new FreezeRequest(null, null, "sale") { Seconds = 0 }, "seconds"),
                (new FreezeRequest(null, null, "sale") { Seconds = (366 * 86_400) + 1 }, "seconds"),
                (new FreezeRequest(DateTimeOffset.MaxValue, null, "sale") { Seconds = 60 }, "seconds"),
            }
        )
        {
            using var answer = await anna.PostAsJsonAsync(FleetPaths.Freezes, request, RolloutJson.Default.FreezeRequest);
            Assert.Equal(field, Assert.Single((await answer.ProblemAsync(HttpStatusCode.BadRequest)).Problems!).Path);
        }
    }
}
