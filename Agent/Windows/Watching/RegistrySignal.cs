using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security;
using Microsoft.Win32;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Windows.Watching;

/// <summary>
/// Watches <see cref="TcpSettingsKey"/>. Should a Windows keep its settings elsewhere, the slow look finds a change.
/// </summary>
[SupportedOSPlatform("windows")]
internal sealed partial class RegistrySignal : ISettingsSignal, IDisposable
{
    // REG_NOTIFY_CHANGE_NAME and _LAST_SET; _THREAD_AGNOSTIC since Windows 8, so that the end of a thread is no change (winnt.h).
    private const uint Name = 0x1,
        LastSet = 0x4,
        ThreadAgnostic = 0x10000000;

    private RegistryKey? _key;
    private SignalWait? _waiting;

    /// <inheritdoc/>
    public bool TryNext(out Task next)
    {
        next = Task.CompletedTask;
        try
        {
            _key ??= Open();
        }
        catch (Exception denied) when (denied is SecurityException or UnauthorizedAccessException or IOException)
        {
            return false;
        }
        if (_key is null)
            return false;
        var changed = new ManualResetEvent(false);
        if (RegNotifyChangeKeyValue(_key.Handle, true, Name | LastSet | ThreadAgnostic, changed.SafeWaitHandle, true) != 0)
        {
            changed.Dispose();
            return false;
        }
        _waiting?.Dispose();
        _waiting = new SignalWait(changed);
        next = _waiting.Signalled;
        return true;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _waiting?.Dispose();
        _key?.Dispose();
    }

    private static RegistryKey? Open()
    {
        using var machine = RegistryKey.OpenBaseKey(RegistryHive.LocalMachine, RegistryView.Registry64);
        return machine.OpenSubKey(TcpSettingsKey.Path);
    }

    [LibraryImport("advapi32.dll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial int RegNotifyChangeKeyValue(
        SafeRegistryHandle key,
        [MarshalAs(UnmanagedType.Bool)] bool subtree,
        uint filter,
        SafeWaitHandle changed,
        [MarshalAs(UnmanagedType.Bool)] bool asynchronous
    );
}
