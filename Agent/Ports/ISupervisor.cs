namespace IwTune.Agent.Ports;

/// <summary>The program that started the daemon and needs its state: systemd, or the service control manager of Windows.</summary>
public interface ISupervisor
{
    /// <summary>How often it needs a sign of life of the daemon; <see langword="null"/> when it does not watch.</summary>
    TimeSpan? WatchdogPeriod { get; }

    /// <summary>The daemon serves.</summary>
    /// <param name="status">What it does, one line for people.</param>
    void Ready(string status);

    /// <summary>The daemon's main loop still runs.</summary>
    void Watchdog();

    /// <summary>The daemon is stopping.</summary>
    void Stopping();
}
