using System.Runtime.InteropServices;

namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>A service's report to the service control manager (SERVICE_STATUS).</summary>
/// <param name="State">Its state.</param>
/// <param name="Accepts">The control requests that it accepts now.</param>
/// <param name="ExitCode">Its exit code: 0, or one of the agent's exit codes; 0 before the end.</param>
/// <param name="CheckPoint">Grows in a pending state, so that the manager sees progress; 0 otherwise.</param>
/// <param name="WaitHint">The longest time until the next report in a pending state; zero otherwise.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ServiceStatus(ServiceState State, AcceptedOrders Accepts, int ExitCode, int CheckPoint, TimeSpan WaitHint);
