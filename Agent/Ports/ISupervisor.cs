namespace IwTune.Agent.Ports;

/// <summary>Who started the daemon and wants to hear how it fares: systemd, or the service control manager of Windows.</summary>
public interface ISupervisor
{
    /// <summary>How often it must hear that the daemon lives; <see langword="null"/> when it does not watch.</summary>
    TimeSpan? WatchdogPeriod { get; }

    /// <summary>The daemon serves.</summary>
    /// <param name="status">What it does, one line for people.</param>
    void Ready(string status);

    /// <summary>The daemon's main loop still turns.</summary>
    void Watchdog();

    /// <summary>The daemon is on its way out.</summary>
    void Stopping();
}
