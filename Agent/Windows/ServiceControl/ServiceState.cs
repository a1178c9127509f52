namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>The state of a service, by the numbers of winsvc.h.</summary>
public enum ServiceState
{
    /// <summary>Not running.</summary>
    Stopped = 1,

    /// <summary>Starting.</summary>
    StartPending = 2,

    /// <summary>Stopping.</summary>
    StopPending = 3,

    /// <summary>Running.</summary>
    Running = 4,

    /// <summary>About to continue after a pause; this agent never pauses.</summary>
    ContinuePending = 5,

    /// <summary>About to pause.</summary>
    PausePending = 6,

    /// <summary>Paused.</summary>
    Paused = 7,
}
