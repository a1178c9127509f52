using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Storage.Feed;
using IwTune.Server.Tests.Running;

namespace IwTune.Server.Tests.Features.Servers;

/// <summary>The only server of a database that others may use.</summary>
public sealed class AloneTests
{
    [Fact]
    public async Task A_server_without_company_sends_no_presences_and_one_that_starts_hears_them()
    {
        var url = await TestStore.EmptyPostgresAsync();
        await using var first = await StartAsync(url);
        var feed = first.Get<ChangeFeed>();
        var host = await first.EnrolAsync("alone");
        using (await host.CheckInAsync()) { }
        await first.Get<PresenceWriter>().WriteAsync(all: false);

        await first.Clock.PassUntilAsync(TimeSpan.FromSeconds(10), () => !feed.HasCompany, () => "a server that is alone expects others");
        // The same again: the store is not told of it for minutes.
        using (await host.CheckInAsync()) { }
        await first.Get<PresenceFeed>().TellAsync(TestContext.Current.CancellationToken);
        var here = first.Get<HostDirectory>().Find(host.Id)!;
        Assert.NotSame(here.Presence, here.PresenceTold);

        await using var second = await StartAsync(url);
        await TwoServers.EventuallyAsync(() => Task.FromResult(Number(second) == here.Presence.Counter));
        Assert.True(feed.HasCompany);

        long? Number(RunningServer server) => server.Get<HostDirectory>().Find(host.Id)?.Presence.Counter;
    }

    private static Task<RunningServer> StartAsync(string url) =>
        RunningServer.StartAsync(with: options => options with { Database = url, Approvals = 0 });
}
