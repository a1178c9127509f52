using System.Globalization;
using System.Runtime.Versioning;
using System.Security;
using Microsoft.Win32;

namespace IwTune.Agent.Windows.Facts;

/// <summary>The registry of the machine this runs on.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsRegistry : IRegistry
{
    /// <inheritdoc/>
    public string Text(string key, string name) => Read(key, open => Told(open.GetValue(name))) ?? "";

    /// <inheritdoc/>
    public IReadOnlyList<string> Keys(string key) => Read<string[]>(key, open => open.GetSubKeyNames()) ?? [];

    /// <inheritdoc/>
    public string? KeptUntilBoot(string key, string name, Func<string> first)
    {
        if (Text(key, name) is { Length: > 0 } there)
            return there;
        try
        {
            using var root = Machine();
            // REG_OPTION_VOLATILE: such a key is in memory only and not there after a boot (RegCreateKeyEx).
            using var made = root.CreateSubKey(key, writable: true, RegistryOptions.Volatile);
            made.SetValue(name, first(), RegistryValueKind.String);
        }
        catch (Exception denied) when (IsUnreadable(denied))
        {
            return null;
        }
        return Text(key, name) is { Length: > 0 } written ? written : null;
    }

    private static T? Read<T>(string key, Func<RegistryKey, T> of)
    {
        try
        {
            using var root = Machine();
            using var open = root.OpenSubKey(key);
            return open is null ? default : of(open);
        }
        catch (Exception unreadable) when (IsUnreadable(unreadable))
        {
            return default;
        }
    }

    private static RegistryKey Machine() => RegistryKey.OpenBaseKey(RegistryHive.LocalMachine, RegistryView.Registry64);

    private static bool IsUnreadable(Exception failure) => failure is SecurityException or UnauthorizedAccessException or IOException;

    private static string Told(object? value) => value is null ? "" : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";
}
