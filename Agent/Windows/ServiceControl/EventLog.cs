using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using IwTune.Agent.Engine;

namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>The Application log of Windows. A line that cannot be written there is lost there; the log file has it.</summary>
[SupportedOSPlatform("windows")]
internal sealed unsafe partial class EventLog : IDisposable
{
    /// <summary>ReportEventW: "each string is limited to 31,839 characters".</summary>
    private const int Longest = 31_000;

    private readonly nint _source = RegisterEventSource(null, EventSource.Name);

    /// <summary>Writes one event.</summary>
    public void Write(LogSeverity severity, string line)
    {
        if (_source == 0)
            return;
        fixed (char* text = line.Length > Longest ? line[..Longest] : line)
            _ = ReportEvent(_source, EventSource.TypeOf(severity), 0, EventSource.IdOf(severity), null, 1, 0, &text, null);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_source != 0)
            _ = DeregisterEventSource(_source);
    }

    [LibraryImport("advapi32", EntryPoint = "RegisterEventSourceW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    private static partial nint RegisterEventSource(string? server, string source);

    [LibraryImport("advapi32", EntryPoint = "ReportEventW", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool ReportEvent(
        nint source,
        ushort type,
        ushort category,
        uint id,
        void* user,
        ushort strings,
        uint dataSize,
        char** text,
        void* data
    );

    [LibraryImport("advapi32", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool DeregisterEventSource(nint source);
}
