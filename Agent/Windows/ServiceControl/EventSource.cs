using IwTune.Agent.Engine;

namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>
/// How the agent's events are read: the registered source names a file with the texts of all event ids. Ours is part of Windows: the
/// message table of EventCreate.exe has just "%1" for the ids 1 to 1000. So no library of messages must be installed, and events stay
/// readable after the agent is gone.
/// </summary>
public static class EventSource
{
    /// <summary>The source's name.</summary>
    public const string Name = "IwTune";

    /// <summary>Its key below HKEY_LOCAL_MACHINE.</summary>
    public const string Key = @"SYSTEM\CurrentControlSet\Services\EventLog\Application\" + Name;

    /// <summary>The file with the texts (EventMessageFile, REG_EXPAND_SZ).</summary>
    public const string MessageFile = @"%SystemRoot%\System32\EventCreate.exe";

    /// <summary>Errors, warnings and information (TypesSupported).</summary>
    public const int Types = Error | Warning | Information;

    // EVENTLOG_…_TYPE (winnt.h).
    private const ushort Error = 1,
        Warning = 2,
        Information = 4;

    /// <summary>The event id shows how much an event matters, for filters.</summary>
    internal static uint IdOf(LogSeverity severity) =>
        severity switch
        {
            LogSeverity.Error => 300,
            LogSeverity.Warning => 200,
            _ => 100,
        };

    /// <summary>Windows' word for it.</summary>
    internal static ushort TypeOf(LogSeverity severity) =>
        severity switch
        {
            LogSeverity.Error => Error,
            LogSeverity.Warning => Warning,
            _ => Information,
        };
}
