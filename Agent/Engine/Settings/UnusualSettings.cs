using IwTune.Agent.Ports;

namespace IwTune.Agent.Engine.Settings;

/// <summary>The settings that differ from their defaults, in the words of the file.</summary>
internal static class UnusualSettings
{
    /// <returns>Empty when all have their defaults.</returns>
    public static string Of(HostSettings settings)
    {
        var usual = HostSettings.Default;
        List<string> said = [];
        if (settings.ModeFrom.Length > 0)
            said.Add($"{settings.Mode.ToString().ToLowerInvariant()} ({settings.ModeFrom})");
        if (settings.Backend != usual.Backend)
            said.Add($"backend {settings.Backend.ToString().ToLowerInvariant()}");
        if (settings.ConvertGateway)
            said.Add("network-manager.convert-gateway");
        if (settings.ReloadNetworkd)
            said.Add("networkd.reload-now");
        if (settings.Rtt != usual.Rtt)
            said.Add($"rtt of {Counted.Of(settings.Rtt.Destinations.Count, "destination")} every {settings.Rtt.Every.TotalSeconds:0} s");
        if (settings.FallBackAfter != usual.FallBackAfter)
            said.Add($"monitoring.fall-back-after {settings.FallBackAfter.TotalMinutes:0} min");
        if (settings.Repairs != usual.Repairs)
            said.Add(
                $"at most {Counted.Of(settings.Repairs.Max, "repair")} of a {HostWords.Here.Target} within "
                    + $"{settings.Repairs.Within.TotalMinutes:0} min"
            );
        return string.Join(", ", said);
    }
}
