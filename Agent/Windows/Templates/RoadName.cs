namespace IwTune.Agent.Windows.Templates;

/// <summary>The methods as people write them.</summary>
internal static class RoadName
{
    public static string Of(Road road) =>
        road switch
        {
            Road.PowerShell => "PowerShell",
            Road.Wmi => "WMI",
            _ => "netsh",
        };
}
