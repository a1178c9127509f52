namespace IwTune.Agent.Windows.Templates.Wmi;

/// <summary>Reads the templates as objects of MSFT_NetTCPSetting: what Get-NetTCPSetting lists, without PowerShell.</summary>
internal sealed class WmiReader(IWmi wmi) : ITemplateReader
{
    /// <inheritdoc/>
    public AccessMethod Method => AccessMethod.Wmi;

    /// <inheritdoc/>
    public async ValueTask<TemplateReading> ReadAsync(CancellationToken ct)
    {
        if (wmi.Absent is { } why)
            return TemplateReading.Failed(Method, why);
        var answer = await wmi.ListAsync(SettingRows.Class, ct);
        if (answer.Error is { } error)
            return TemplateReading.Failed(Method, WmiFaults.Sentence($"listing {SettingRows.Class}", error));
        var reading = SettingRows.Read(Method, answer.Rows);
        return reading.Succeeded ? reading : TemplateReading.Failed(Method, $"{SettingRows.Class}: {reading.Problem}");
    }
}
