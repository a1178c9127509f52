namespace IwTune.Agent.Windows.Templates;

/// <summary>One method to read the templates of this host.</summary>
public interface ITemplateReader
{
    /// <summary>Which method; evidence names it.</summary>
    AccessMethod Method { get; }

    /// <summary>
    /// Reads all templates. A method that is not available here is reported as a value: <see cref="TemplateReading.Problem"/>.
    /// </summary>
    ValueTask<TemplateReading> ReadAsync(CancellationToken ct);
}

/// <summary>The methods to read and set templates, best first.</summary>
public enum AccessMethod
{
    /// <summary>Get-NetTCPSetting in a hosted PowerShell.</summary>
    PowerShell,

    /// <summary>MSFT_NetTCPSetting in root/StandardCimv2.</summary>
    Wmi,

    /// <summary>The program netsh, and its text.</summary>
    Netsh,

    /// <summary>A command of Windows PowerShell, in a process of its own.</summary>
    WindowsPowerShell,
}
