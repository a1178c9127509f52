namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>Reads the templates as objects of MSFT_NetTCPSetting: what Get-NetTCPSetting lists, without PowerShell.</summary>
internal sealed class WmiReader(IWmi wmi) : ITemplateReader
{
    /// <inheritdoc/>
    public Road Road => Road.Wmi;

    /// <inheritdoc/>
    public async ValueTask<TemplateReading> ReadAsync(CancellationToken ct)
    {
        if (wmi.Absent is { } why)
            return TemplateReading.Failed(Road, why);
        var answer = await wmi.ListAsync(SettingRows.Class, ct);
        if (answer.Error is { } error)
            return TemplateReading.Failed(Road, WmiFaults.Sentence($"listing {SettingRows.Class}", error));
        var reading = SettingRows.Read(Road, answer.Rows);
        return reading.Succeeded ? reading : TemplateReading.Failed(Road, $"{SettingRows.Class}: {reading.Problem}");
    }
}
