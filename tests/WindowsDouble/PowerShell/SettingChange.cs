using System.Globalization;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;

namespace IwTune.WindowsDouble.PowerShell;

/// <summary>Set-NetTCPSetting.</summary>
internal static class SettingChange
{
    private const string Name = "Set-NetTCPSetting";

    public static CmdletAnswer Make(Access access, Dictionary<string, object> parameters)
    {
        if (!parameters.Remove("SettingName", out var named))
            throw new NotSupportedException(
                "without -SettingName every template would be changed, and an error come for each that cannot be: always name one"
            );
        var window = Segments(parameters);
        parameters.Remove("AutomaticUseCustom", out var useCustom);
        Unused.Refuse(Name, parameters);
        return (named as IEnumerable<string> ?? [named.ToString()!])
                .Select(template => Make(access, template, window, useCustom?.ToString()))
                .FirstOrDefault(answer => answer.Error is not null)
            ?? new CmdletAnswer([]);
    }

    private static CmdletAnswer Make(Access access, string template, int? window, string? useCustom)
    {
        if (access.Fault(FaultKind.Denied) is not null)
            return CmdletErrors.Of(5, Name);
        if (access.Seen.Template(template) is null && template != "Automatic")
            return CmdletErrors.NotFound(Name, "MSFT_NetTCPSetting", "SettingName", template);
        if (!access.State.IsServer)
            return template.EndsWith("Custom", StringComparison.OrdinalIgnoreCase)
                ? CmdletErrors.ReadOnly(useCustom is null ? "InitialCongestionWindow" : "AutomaticUseCustom")
                : CmdletErrors.OnlyCustom();
        if (useCustom is not null)
            SetAutomatic(access, template, useCustom);
        if (window is not { } segments)
            return new CmdletAnswer([]);
        if (template == "Automatic" || segments is < 2 or > 64 || segments % 2 != 0)
            throw new NotSupportedException(
                $"nobody knows what {Name} -SettingName {template} -InitialCongestionWindowMss {segments} does"
            );
        if (!access.State.CanSet(access.State.Template(template)!.Name))
            return CmdletErrors.OnlyCustom();
        access.SetWindow(access.State.Template(template)!.Name, segments);
        return new CmdletAnswer([]);
    }

    // Every listing shows it on every template; which template decides is not documented.
    private static void SetAutomatic(Access access, string template, string value)
    {
        if (value is not ("Enabled" or "Disabled") || !access.State.Templates.All(one => one.Values.ContainsKey("AutomaticUseCustom")))
            throw new NotSupportedException(
                $"nobody knows what {Name} -SettingName {template} -AutomaticUseCustom {value} does on {access.State.Profile}"
            );
        if (access.Fault(FaultKind.LostWrite) is null)
            access.Change(state =>
                state with
                {
                    Templates =
                    [
                        .. state.Templates.Select(one =>
                            template is "Automatic" || one.Name == template ? one.With("AutomaticUseCustom", value) : one
                        ),
                    ],
                }
            );
    }

    private static int? Segments(Dictionary<string, object> parameters) =>
        parameters.Remove("InitialCongestionWindowMss", out var window) || parameters.Remove("InitialCongestionWindow", out window)
            ? Convert.ToInt32(window, CultureInfo.InvariantCulture)
            : null;
}
