using IwTune.Lab;
using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Hosting.Load;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Wire;

namespace IwTune.Server.Tests.Features.CheckIns;

public sealed class HeldCheckInsTests
{
    private static readonly CheckInRequest Nothing = new(null, "hash", "boot", 1);

    [Fact]
    public void A_check_in_ends_within_a_step_of_its_time_and_not_before_it()
    {
        var clock = new TestClock();
        var room = new HeldCheckIns(clock);
        var ends = Enumerable.Range(0, 400).ToDictionary(i => At(clock, TimeSpan.FromMilliseconds(i * 7)));
        foreach (var waiter in ends.Keys)
            room.Enter(waiter);

        var over = new HashSet<Waiter>();
        for (var passed = 0; passed < 3_000; passed += 50)
        {
            clock.Advance(HeldCheckIns.Step);
            over.UnionWith(room.Over());
            Assert.All(over, waiter => Assert.InRange(waiter.Until, 0, clock.GetTimestamp()));
            Assert.All(
                ends.Keys.Except(over),
                waiter => Assert.InRange(waiter.Until, clock.GetTimestamp() - Steps(clock, 1), long.MaxValue)
            );
        }
        Assert.Equal(400, over.Count);
    }

    [Fact]
    public async Task A_publication_calls_a_few_check_ins_at_a_time_until_it_has_called_all()
    {
        await using var server = await RunningServer.StartAsync();
        var host = server.Get<HostDirectory>().Find((await server.EnrolAsync()).Id)!;
        var room = server.Get<HeldCheckIns>();
        var waiters = Enumerable.Range(0, 3 * CheckInWaker.AtOnce).Select(_ => At(server.Clock, host, TimeSpan.FromHours(1))).ToList();
        waiters.ForEach(room.Enter);

        using var api = await server.ApiAsync();
        await api.PublishAsync("policy: all\nwindow: { initcwnd: 11 }\nscopes: [default]\n", assign: "*");
        for (var called = 0; called < waiters.Count; called += CheckInWaker.AtOnce)
        {
            await Until.TrueAsync(
                () => waiters.Count(waiter => waiter.Task.IsCompleted) == called + CheckInWaker.AtOnce,
                () => $"{waiters.Count(waiter => waiter.Task.IsCompleted)} check-ins were called"
            );
            Assert.Equal((CheckInWaker.AtOnce, true), (room.Called, room.InRound || called + CheckInWaker.AtOnce == waiters.Count));
            waiters.Where(waiter => waiter.Task.IsCompleted).ToList().ForEach(room.Leave);
        }
        await Until.TrueAsync(() => !room.InRound, () => "the round does not end");
    }

    [Fact]
    public async Task A_check_in_whose_time_is_over_before_its_turn_comes_gets_its_bundle_and_need_not_check_in_again()
    {
        await using var server = await RunningServer.StartAsync();
        var host = await server.EnrolAsync();
        var bundles = server.Get<Admission>().Bundles;
        var others = Enumerable.Range(0, CheckInWaker.AtOnce).Select(_ => bundles.EnterAsync(default).AsTask()).ToList();
        var queued = bundles.Queued;
        var answer = host.TakeAsync(wait: 15);
        await Until.TrueAsync(() => server.Get<HeldCheckIns>().Count == 1, () => "the check-in is not held");

        using var api = await server.ApiAsync();
        await api.PublishAsync("policy: all\nwindow: { initcwnd: 11 }\nscopes: [default]\n", assign: "*");
        await server.Clock.PassUntilAsync(
            TimeSpan.FromSeconds(1),
            () => bundles.Queued > queued || answer.IsCompleted,
            () => "its time is never over"
        );
        Assert.Equal((0, false), (server.Get<HeldCheckIns>().Called, answer.IsCompleted));
        others.ForEach(_ => bundles.Leave());
        await Task.WhenAll(others);
        Assert.Equal(11, (await answer)!.Content.Windows[0].InitCwnd!.Value);
    }

    [Fact]
    public void A_check_in_called_twice_counts_once_and_one_that_went_by_itself_does_not_count()
    {
        var clock = new TestClock();
        var room = new HeldCheckIns(clock);
        var (called, gone) = (At(clock, TimeSpan.Zero), At(clock, TimeSpan.Zero));
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

    private static Waiter At(TestClock clock, TimeSpan wait) =>
        At(
            clock,
            new FleetHost(new HostIdentity("id", "web-1", "linux", "6.1", new Dictionary<string, string>()), new HostCredential([])),
            wait
        );

    private static Waiter At(TestClock clock, FleetHost host, TimeSpan wait) =>
        new(host, Nothing, "run") { Until = clock.GetTimestamp() + (long)(wait.TotalSeconds * clock.TimestampFrequency) };

    private static long Steps(TestClock clock, int steps) => (long)(steps * HeldCheckIns.Step.TotalSeconds * clock.TimestampFrequency);
}
