using IwTune.Server.Console.Live;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Servers;

[Trait("Store", "both")]
[Collection(nameof(TwoServers))]
public sealed class WakingTests(TwoServers servers)
{
    [Fact]
    public async Task What_is_published_at_one_server_wakes_who_waits_at_the_other()
    {
        var host = await servers.A.EnrolAsync("waits", labels: ("role", "waits"));
        var there = host.At(servers.B);
        Assert.Null(await there.TakeAsync());
        var waiting = there.TakeAsync(wait: 20);
        await servers.AtA.PublishAsync("policy: waits\nwindow: { initcwnd: 12 }\nscopes: [default]\n", "role:waits");
        Assert.Equal("waits", (await waiting)?.Content.Policy);
    }

    [Fact]
    public async Task What_is_stored_at_one_server_renews_pages_that_are_open_at_the_other()
    {
        var marks = new LiveMarks(servers.B.Database, host: null);
        await servers.A.Database.WriteAsync(_ => Task.FromResult(0));
        await TwoServers.EventuallyAsync(() => Task.FromResult(marks.Changed().Contains("decisions", StringComparison.Ordinal)));
    }
}
