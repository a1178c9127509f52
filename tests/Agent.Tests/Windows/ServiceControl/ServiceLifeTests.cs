using FsCheck;
using FsCheck.Fluent;
using IwTune.Agent.Windows.ServiceControl;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Windows.ServiceControl;

public sealed class ServiceLifeTests
{
    private static readonly TimeSpan Sign = TimeSpan.FromSeconds(5);

    private readonly TestClock _clock = new();
    private readonly List<ServiceStatus> _told = [];
    private int _reloads;

    [Fact]
    public void A_whole_life_is_told_in_four_states()
    {
        using var life = Begin();

        life.Ready("serves");
        Assert.Equal(ServiceLife.Done, life.Handle(ServiceOrder.Stop));
        life.Stopping();
        life.Ended(0);

        Assert.Equal(
            [ServiceState.StartPending, ServiceState.Running, ServiceState.StopPending, ServiceState.Stopped],
            _told.Select(status => status.State)
        );
    }

    [Fact]
    public void A_running_service_may_be_stopped_told_of_a_shutdown_and_told_to_reload_and_no_other()
    {
        using var life = Begin();

        life.Ready("serves");

        Assert.Equal(AcceptedOrders.Stop | AcceptedOrders.Shutdown | AcceptedOrders.ParamChange, _told[^1].Accepts);
        Assert.All(_told.SkipLast(1), status => Assert.Equal(AcceptedOrders.None, status.Accepts));
    }

    [Theory]
    [InlineData(ServiceOrder.Stop)]
    [InlineData(ServiceOrder.Shutdown)]
    public void Stop_and_shutdown_end_the_daemon_and_say_so_at_once(int order)
    {
        using var life = Begin();
        life.Ready("serves");
        using var heard = new ManualResetEventSlim();
        using var _ = life.Stop.Register(heard.Set);

        Assert.Equal(ServiceLife.Done, life.Handle(order));

        Assert.Equal(ServiceState.StopPending, _told[^1].State);
        Assert.True(heard.Wait(Until.Limit, TestContext.Current.CancellationToken));
    }

    [Fact]
    public void A_changed_parameter_is_a_reload()
    {
        using var life = Begin();
        life.Ready("serves");

        life.Handle(ServiceOrder.ParamChange);

        Assert.Equal(1, _reloads);
        Assert.Equal(ServiceState.Running, _told[^1].State);
    }

    [Fact]
    public void An_order_that_is_not_known_is_answered_so() // ERROR_CALL_NOT_IMPLEMENTED, as HandlerEx must
    {
        using var life = Begin();

        Assert.Equal(120, life.Handle(128));
        Assert.Equal(0, life.Handle(ServiceOrder.Interrogate));
    }

    [Fact]
    public void A_long_start_and_a_long_stop_show_that_they_move()
    {
        using var life = Begin();

        for (var i = 0; i < 4; i++)
            _clock.Advance(Sign);
        life.Stopping();
        for (var i = 0; i < 2; i++)
            _clock.Advance(Sign);

        Assert.Equal([1, 2, 3, 4, 5, 1, 2, 3], _told.Select(status => status.CheckPoint));
        Assert.All(_told, status => Assert.True(status.WaitHint > 2 * Sign));
    }

    [Fact]
    public void A_daemon_that_fails_ends_with_its_code_so_that_the_manager_acts()
    {
        using var life = Begin();
        life.Ready("serves");
        life.Stopping();

        life.Ended(5);

        Assert.Equal((ServiceState.Stopped, 5), (_told[^1].State, _told[^1].ExitCode));
    }

    [Fact]
    public void In_whatever_order_things_happen_only_legal_statuses_are_told() =>
        Check.One(
            Config.QuickThrowOnFailure.WithMaxTest(1000),
            Prop.ForAll(
                Gen.Choose(0, 12).ListOf().ToArbitrary(),
                happenings =>
                {
                    _told.Clear();
                    using var life = Begin();
                    foreach (var happening in happenings)
                        Happen(life, happening);
                    Assert.Equal(ServiceState.StartPending, _told[0].State);
                    Assert.All(_told, IsLegal);
                    Assert.All(_told.Zip(_told.Skip(1)), pair => MayFollow(pair.First, pair.Second));
                    Assert.Equal(happenings.Contains(12), _told[^1].State == ServiceState.Stopped);
                }
            )
        );

    private void Happen(ServiceLife life, int happening)
    {
        switch (happening)
        {
            case < 8:
                life.Handle(happening);
                break;
            case 8:
                life.Ready("serves");
                break;
            case 9:
                life.Stopping();
                break;
            case 12:
                life.Ended(1);
                break;
            default:
                _clock.Advance(Sign);
                break;
        }
    }

    /// <summary>
    /// SERVICE_STATUS: check point and hint only in pending states, an exit code only at the end, controls only while running.
    /// </summary>
    private static void IsLegal(ServiceStatus status)
    {
        var onTheWay = status.State is ServiceState.StartPending or ServiceState.StopPending;
        Assert.Equal(onTheWay, status.CheckPoint > 0);
        Assert.Equal(onTheWay, status.WaitHint > TimeSpan.Zero);
        Assert.True(status.ExitCode == 0 || status.State == ServiceState.Stopped);
        Assert.Equal(status.State == ServiceState.Running, status.Accepts != AcceptedOrders.None);
    }

    private static void MayFollow(ServiceStatus before, ServiceStatus after)
    {
        Assert.Contains(
            after.State,
            before.State switch
            {
                ServiceState.StartPending =>
                [
                    ServiceState.StartPending,
                    ServiceState.Running,
                    ServiceState.StopPending,
                    ServiceState.Stopped,
                ],
                ServiceState.Running => [ServiceState.StopPending, ServiceState.Stopped],
                ServiceState.StopPending => [ServiceState.StopPending, ServiceState.Stopped],
                _ => Array.Empty<ServiceState>(),
            }
        );
        if (before.State == after.State)
            Assert.Equal(before.CheckPoint + 1, after.CheckPoint);
    }

    private ServiceLife Begin() => new(_told.Add, _ => _reloads++, _clock);
}
