using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using IwTune.Shared.Formatting;

namespace IwTune.Agent.Windows.Authors.Logs;

/// <summary>Windows' calls for event logs (winevt.h).</summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class EventCalls
{
    // EvtQueryChannelPath, EvtQueryReverseDirection; EvtRenderEventXml.
    public const uint ChannelPath = 0x1,
        ReverseDirection = 0x200,
        RenderXml = 1;

    public const int NoMoreItems = 259;

    private const int AccessDenied = 5,
        ChannelNotFound = 15007;

    /// <summary>Why a log could not be read, in words.</summary>
    public static string Explain(int error) =>
        error switch
        {
            AccessDenied => "access denied; administrators and the service (LocalSystem) may read it",
            ChannelNotFound => "this Windows has no such log",
            _ => Invariant.Text($"error {error}"),
        };

    [LibraryImport("wevtapi.dll", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static partial nint EvtQuery(nint session, string path, string query, uint flags);

    [LibraryImport("wevtapi.dll", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool EvtNext(nint results, uint size, out nint found, uint milliseconds, uint flags, out uint count);

    [LibraryImport("wevtapi.dll", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool EvtRender(nint context, nint found, uint flags, uint size, void* buffer, out uint used, out uint count);

    [LibraryImport("wevtapi.dll", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool EvtClose(nint handle);
}
