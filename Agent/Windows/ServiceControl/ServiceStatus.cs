using System.Runtime.InteropServices;

namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>What a service tells the service control manager of itself (SERVICE_STATUS).</summary>
/// <param name="State">Where it is in its life.</param>
/// <param name="Accepts">What it may be asked now.</param>
/// <param name="ExitCode">How it ended: 0, or one of the agent's exit codes; 0 before the end.</param>
/// <param name="CheckPoint">Grows while it is on its way, so that the manager sees it move; 0 otherwise.</param>
/// <param name="WaitHint">The longest time until it says something again while it is on its way; zero otherwise.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ServiceStatus(ServiceState State, AcceptedOrders Accepts, int ExitCode, int CheckPoint, TimeSpan WaitHint);
