namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>Reads the templates with Get-NetTCPSetting: numbers, in no language, of every template at once.</summary>
internal sealed class PowerShellReader(IPowerShell powerShell, WindowsVersion version) : ITemplateReader
{
    private static readonly PowerShellCommand Get = CmdletCommand.With("Get-NetTCPSetting");

    /// <inheritdoc/>
    public AccessMethod Method => AccessMethod.PowerShell;

    /// <inheritdoc/>
    public async ValueTask<TemplateReading> ReadAsync(CancellationToken ct)
    {
        if (powerShell.Absent is { } why)
            return TemplateReading.Failed(Method, why);
        var answer = await powerShell.InvokeAsync(Get, ct);
        if (answer.Error is { } error)
            return TemplateReading.Failed(Method, CmdletFaults.Sentence(Get.Name, error, version));
        var reading = SettingRows.Read(Method, answer.Rows);
        return reading.Succeeded ? reading : TemplateReading.Failed(Method, $"{Get.Name}: {reading.Problem}");
    }
}
