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
    public async Task Nobody_is_judged_by_a_publication_before_those_it_woke_have_gone_but_that_is_not_waited_for_without_end()
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
        Assert.InRange(host.Judged!.At - began, 3_000, long.MaxValue);
        Assert.Equal(1, room.Called);

        room.Leave(waiter);
        Assert.Equal((0, 0), (room.Called, room.Count));
    }

    [Fact]
    public void Whoever_is_called_twice_or_went_by_itself_counts_once_or_not_at_all()
    {
        var room = new HeldCheckIns(TimeProvider.System);
        var (called, gone) = (Waiting(), Waiting());
        room.Enter(called);
        room.Enter(gone);
        gone.TrySetResult();

        room.Call(called);
        room.Call(called);
        room.Call(gone);
        Assert.Equal((1, 2), (room.Called, room.Count));

        room.Leave(called);
        room.Leave(called);
        room.Leave(gone);
        room.Call(called);
        Assert.Equal((0, 0), (room.Called, room.Count));
    }

    private static Waiter Waiting() =>
        new(
            new FleetHost(new HostIdentity("id", "web-1", "linux", "6.1", new Dictionary<string, string>()), new HostCredential([])),
            new CheckInRequest(null, "hash", "boot", 1),
            "run"
        )
        {
            Until = TimeProvider.System.GetTimestamp(),
        };
}
