namespace IwTune.Agent.Windows.Templates;

/// <summary>The methods as people write them.</summary>
internal static class MethodText
{
    public static string Of(AccessMethod method) =>
        method switch
        {
            AccessMethod.PowerShell => "PowerShell",
            AccessMethod.Wmi => "WMI",
            AccessMethod.WindowsPowerShell => "Windows PowerShell",
            _ => "netsh",
        };
}
