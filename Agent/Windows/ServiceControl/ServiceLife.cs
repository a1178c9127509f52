using System.Runtime.InteropServices;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>
/// The states of the service for the service control manager: start pending, running, stop pending, stopped, never backwards. A pending
/// state is reported again and again, because every step may take as long as netsh does.
/// </summary>
public sealed class ServiceLife : ISupervisor, IDisposable
{
    /// <summary>The handler's answers (winerror.h).</summary>
    internal const int Done = 0,
        NotImplemented = 120;

    private static readonly TimeSpan SignOfLife = TimeSpan.FromSeconds(5);

    /// <summary>Three signs of life may be late on a machine that is booting.</summary>
    private static readonly TimeSpan Hint = TimeSpan.FromSeconds(20);

    private readonly object _gate = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly Action<ServiceStatus> _report;
    private readonly Action<CancellationToken> _reload;
    private readonly ITimer _signs;
    private ServiceStatus _status = new(ServiceState.StartPending, AcceptedOrders.None, 0, 1, Hint);

    /// <summary>Begins it.</summary>
    /// <param name="report">
    /// Reports to the manager. The last report is that the service stopped; the process may end at once after it.
    /// </param>
    /// <param name="reload">Reads settings anew; returns at once.</param>
    /// <param name="time">Counts the signs of life.</param>
    public ServiceLife(Action<ServiceStatus> report, Action<CancellationToken> reload, TimeProvider time)
    {
        _report = report;
        _reload = reload;
        _report(_status);
        _signs = time.CreateTimer(_ => Sign(), null, SignOfLife, SignOfLife);
    }

    /// <inheritdoc/>
    public TimeSpan? WatchdogPeriod => null;

    /// <summary>Cancelled when the service must stop.</summary>
    public CancellationToken Stop => _stop.Token;

    /// <summary>
    /// Handles a control request of the manager. Returns at once: it must be answered within seconds, and others wait behind it.
    /// </summary>
    /// <param name="order">SERVICE_CONTROL_…</param>
    /// <returns>The answer for the manager: done, or an unknown request.</returns>
    public int Handle(int order)
    {
        switch (order)
        {
            case ServiceOrder.Stop or ServiceOrder.Shutdown:
                Stopping();
                _ = _stop.CancelAsync();
                return Done;
            case ServiceOrder.ParamChange:
                _reload(_stop.Token);
                return Done;
            case ServiceOrder.Interrogate:
                return Done; // the manager keeps the last report
            default:
                return NotImplemented;
        }
    }

    /// <inheritdoc/>
    public void Ready(string status) =>
        Become(
            ServiceState.Running,
            new ServiceStatus(
                ServiceState.Running,
                AcceptedOrders.Stop | AcceptedOrders.Shutdown | AcceptedOrders.ParamChange,
                0,
                0,
                TimeSpan.Zero
            )
        );

    /// <inheritdoc/>
    public void Watchdog() { }

    /// <inheritdoc/>
    public void Stopping() =>
        Become(ServiceState.StopPending, new ServiceStatus(ServiceState.StopPending, AcceptedOrders.None, 0, 1, Hint));

    /// <summary>The last report, after which further reports and log lines may be lost.</summary>
    /// <param name="exitCode">0, or a code that makes the manager take its configured action for a failed service.</param>
    public void Ended(int exitCode) =>
        Become(ServiceState.Stopped, new ServiceStatus(ServiceState.Stopped, AcceptedOrders.None, exitCode, 0, TimeSpan.Zero));

    /// <inheritdoc/>
    public void Dispose()
    {
        _signs.Dispose();
        _stop.Dispose();
    }

    private void Become(ServiceState state, ServiceStatus status)
    {
        lock (_gate)
        {
            if (Rank(state) <= Rank(_status.State))
                return;
            _status = status;
            _report(status);
        }
    }

    private void Sign()
    {
        lock (_gate)
        {
            if (_status.State is not (ServiceState.StartPending or ServiceState.StopPending))
                return;
            _status = _status with { CheckPoint = _status.CheckPoint + 1 };
            _report(_status);
        }
    }

    private static int Rank(ServiceState state) =>
        state switch
        {
            ServiceState.StartPending => 0,
            ServiceState.Running => 1,
            ServiceState.StopPending => 2,
            _ => 3,
        };
}

/// <summary>A service's report to the service control manager (SERVICE_STATUS).</summary>
/// <param name="State">Its state.</param>
/// <param name="Accepts">The control requests that it accepts now.</param>
/// <param name="ExitCode">Its exit code: 0, or one of the agent's exit codes; 0 before the end.</param>
/// <param name="CheckPoint">Grows in a pending state, so that the manager sees progress; 0 otherwise.</param>
/// <param name="WaitHint">The longest time until the next report in a pending state; zero otherwise.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ServiceStatus(ServiceState State, AcceptedOrders Accepts, int ExitCode, int CheckPoint, TimeSpan WaitHint);
