namespace IwTune.Agent.Windows.Templates;

/// <summary>One road by which the templates of this host can be read.</summary>
public interface ITemplateReader
{
    /// <summary>Which road; evidence names it.</summary>
    Road Road { get; }

    /// <summary>
    /// Reads every template there is. A road that cannot be taken here is a value: <see cref="TemplateReading.Problem"/>.
    /// </summary>
    ValueTask<TemplateReading> ReadAsync(CancellationToken ct);
}

/// <summary>The roads, best first.</summary>
public enum Road
{
    /// <summary>Get-NetTCPSetting in a hosted PowerShell.</summary>
    PowerShell,

    /// <summary>MSFT_NetTCPSetting in root/StandardCimv2.</summary>
    Wmi,

    /// <summary>The text of netsh.</summary>
    Netsh,
}
