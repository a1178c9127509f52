using Microsoft.Extensions.Hosting.WindowsServices;
using Microsoft.Extensions.Logging.EventLog;

namespace IwTune.Server.Hosting.Windows;

/// <summary>Adds the event log to the server's log when it runs as a service of Windows.</summary>
internal static class ServiceEventLogging
{
    public static void AddServiceEvents(this ILoggingBuilder logging)
    {
        if (!OperatingSystem.IsWindows() || !WindowsServiceHelpers.IsWindowsService())
            return;
        // AddWindowsService brings a provider too. Its entries carry .NET's event ids, for which the registered message table has no text.
        logging.AddFilter<EventLogLoggerProvider>(_ => false).AddProvider(new ServiceEventProvider(new ServiceEvents().Write));
    }
}
