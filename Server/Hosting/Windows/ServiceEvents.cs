using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.Versioning;
using System.Security;

namespace IwTune.Server.Hosting.Windows;

/// <summary>The event log of Windows, for a server that runs as a service: there is no console to read.</summary>
[SupportedOSPlatform("windows")]
internal sealed class ServiceEvents : IDisposable
{
    private readonly EventLog _log = new("Application", ".", ServiceEvent.Source);

    /// <summary>Writes one entry. One that cannot be written, because the log is full or not this account's, is lost.</summary>
    public void Write(ServiceEvent entry)
    {
        var type = entry.Level switch
        {
            >= LogLevel.Error => EventLogEntryType.Error,
            LogLevel.Warning => EventLogEntryType.Warning,
            _ => EventLogEntryType.Information,
        };
        try
        {
            _log.WriteEntry(entry.Text, type, entry.Id);
        }
        catch (Exception lost) when (lost is Win32Exception or InvalidOperationException or SecurityException or ArgumentException)
        {
            // What reports trouble must not be trouble.
        }
    }

    public void Dispose() => _log.Dispose();
}
