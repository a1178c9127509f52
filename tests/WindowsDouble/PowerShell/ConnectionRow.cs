using IwTune.WindowsDouble.Machine;

namespace IwTune.WindowsDouble.PowerShell;

/// <summary>An object of MSFT_NetTCPConnection as a bag of properties.</summary>
internal static class ConnectionRow
{
    public static IReadOnlyDictionary<string, object?> Of(ConnectionState connection) =>
        new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase)
        {
            ["LocalAddress"] = connection.LocalAddress,
            ["LocalPort"] = connection.LocalPort,
            ["RemoteAddress"] = connection.RemoteAddress,
            ["RemotePort"] = connection.RemotePort,
            ["State"] = connection.State,
            ["AppliedSetting"] = connection.AppliedSetting.Length == 0 ? null : connection.AppliedSetting,
            ["OwningProcess"] = connection.OwningProcess,
        };
}
