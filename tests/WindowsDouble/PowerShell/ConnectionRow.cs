using System.Globalization;
using IwTune.WindowsDouble.Machine;

namespace IwTune.WindowsDouble.PowerShell;

/// <summary>An object of MSFT_NetTCPConnection as a bag of properties.</summary>
internal static class ConnectionRow
{
    private static readonly string[] Selectable = ["LocalAddress", "LocalPort", "RemoteAddress", "RemotePort", "State", "AppliedSetting"];

    /// <summary>Get-NetTCPConnection.</summary>
    public static CmdletAnswer Get(Access access, Dictionary<string, object> parameters)
    {
        var rows = access.State.Connections.Select(Of);
        foreach (var name in Selectable)
            if (parameters.Remove(name, out var value))
            {
                var asked = value is Array several ? several.Cast<object>().Select(Text).ToList() : [Text(value)];
                rows = rows.Where(row => asked.Contains(Text(row[name]), StringComparer.OrdinalIgnoreCase));
            }
        Unused.Refuse("Get-NetTCPConnection", parameters);
        return new CmdletAnswer([.. rows]);
    }

    private static string Text(object? value) => Convert.ToString(value, CultureInfo.InvariantCulture)!;

    private static IReadOnlyDictionary<string, object?> Of(ConnectionState connection) =>
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
