using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Security;
using IwTune.Agent.Windows.Watching;
using Microsoft.Win32;
using Microsoft.Win32.SafeHandles;

namespace IwTune.Agent.Windows.Authors;

/// <summary>The last write of <see cref="TcpSettingsKey"/> and of the keys right below it, where the templates are.</summary>
[SupportedOSPlatform("windows")]
internal sealed partial class SettingsKeyTime : ISettingsTime
{
    /// <inheritdoc/>
    public DateTimeOffset? LastWritten()
    {
        try
        {
            using var machine = RegistryKey.OpenBaseKey(RegistryHive.LocalMachine, RegistryView.Registry64);
            using var settings = machine.OpenSubKey(TcpSettingsKey.Path);
            return settings is null ? null : settings.GetSubKeyNames().Select(name => Of(settings, name)).Append(Of(settings.Handle)).Max();
        }
        catch (Exception denied) when (denied is SecurityException or UnauthorizedAccessException or IOException)
        {
            return null;
        }
    }

    private static DateTimeOffset? Of(RegistryKey settings, string name)
    {
        using var key = settings.OpenSubKey(name);
        return key is null ? null : Of(key.Handle);
    }

    private static DateTimeOffset? Of(SafeRegistryHandle key) =>
        RegQueryInfoKey(key, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, out var written) == 0 && written > 0
            ? new DateTimeOffset(DateTime.FromFileTimeUtc(written))
            : null;

    // Every answer but the last is left out.
    [LibraryImport("advapi32.dll", EntryPoint = "RegQueryInfoKeyW")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial int RegQueryInfoKey(
        SafeRegistryHandle key,
        nint className,
        nint classLength,
        nint reserved,
        nint subkeys,
        nint longestSubkey,
        nint longestClass,
        nint values,
        nint longestName,
        nint longestValue,
        nint descriptorLength,
        out long written
    );
}
