namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>The control requests of the service control manager to a running service (winsvc.h, SERVICE_CONTROL_…).</summary>
internal static class ServiceOrder
{
    public const int Stop = 1,
        Interrogate = 4,
        Shutdown = 5,
        ParamChange = 6;
}

/// <summary>The control requests that a service accepts (winsvc.h, SERVICE_ACCEPT_…).</summary>
[Flags]
public enum AcceptedOrders
{
    /// <summary>Only the query of its state.</summary>
    None = 0,

    /// <summary>To stop.</summary>
    Stop = 0x1,

    /// <summary>That the machine shuts down.</summary>
    Shutdown = 0x4,

    /// <summary>That its settings changed.</summary>
    ParamChange = 0x8,
}
