namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>Where a service is in its life, by the numbers of winsvc.h.</summary>
public enum ServiceState
{
    /// <summary>Not running.</summary>
    Stopped = 1,

    /// <summary>On its way up.</summary>
    StartPending = 2,

    /// <summary>On its way out.</summary>
    StopPending = 3,

    /// <summary>Serves.</summary>
    Running = 4,

    /// <summary>About to go on after a pause; this agent never pauses.</summary>
    ContinuePending = 5,

    /// <summary>About to pause.</summary>
    PausePending = 6,

    /// <summary>Paused.</summary>
    Paused = 7,
}
