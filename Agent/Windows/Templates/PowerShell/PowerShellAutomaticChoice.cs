namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>Set-NetTCPSetting -AutomaticUseCustom, always with the names of templates: without one every template would be tried.</summary>
internal sealed class PowerShellAutomaticChoice(IPowerShell powerShell, WindowsVersion version) : IAutomaticChoice
{
    /// <inheritdoc/>
    public async ValueTask<string> SetAsync(bool useCustom, CancellationToken ct)
    {
        if (powerShell.Absent is { } why)
            return why;
        var set = CmdletCommand.With(
            "Set-NetTCPSetting",
            ("SettingName", new[] { nameof(TemplateName.InternetCustom), nameof(TemplateName.DatacenterCustom) }),
            ("AutomaticUseCustom", useCustom ? "Enabled" : "Disabled")
        );
        return (await powerShell.InvokeAsync(set, ct)).Error is { } error ? CmdletFaults.Sentence(set.Name, error, version) : "";
    }
}
