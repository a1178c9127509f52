using IwTune.Lab;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.Compliance;

public sealed class BundlesFirstTests
{
    [Fact]
    public async Task Hosts_get_their_bundle_before_any_is_judged_but_judging_does_not_wait_for_them_without_end()
    {
        await using var server = await RunningServer.StartAsync();
        var (room, sweep) = (server.Get<HeldCheckIns>(), server.Running<VerdictSweep>());
        var host = server.Get<HostDirectory>().Find((await server.EnrolAsync()).Id)!;
        // A round that is under way judges by the state it read before.
        await Until.TrueAsync(async () => await sweep.RunAsync(default) == 0, () => "there is always a host that is due");
        var waiter = new Waiter(host, new CheckInRequest(null, "hash", "boot", 1), "run")
        {
            Until = server.Clock.GetTimestamp() + (60 * server.Clock.TimestampFrequency),
        };
        room.Enter(waiter);
        room.Call(waiter);
        host.Judged = null;

        var began = server.Clock.GetUtcNow().ToUnixTimeMilliseconds();
        var round = sweep.RunAsync(default);
        await server.Clock.PassUntilAsync(TimeSpan.FromMilliseconds(50), () => round.IsCompleted, () => "no host is judged");
        await round;
        Assert.InRange(host.Judged!.At - began, 30_000, long.MaxValue);
        Assert.Equal(1, room.Called);

        room.Leave(waiter);
        Assert.Equal((0, 0), (room.Called, room.Count));
    }
}
